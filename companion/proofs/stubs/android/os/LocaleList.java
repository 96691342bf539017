package android.os;

import java.util.Locale;

public final class LocaleList {
    private final Locale[] list;

    public LocaleList(Locale... list) {
        this.list = list;
    }

    public Locale get(int index) {
        return list[index];
    }
}
