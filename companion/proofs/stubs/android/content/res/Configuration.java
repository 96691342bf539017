package android.content.res;

import android.os.LocaleList;

public final class Configuration {
    public static final int UI_MODE_NIGHT_MASK = 0x30;
    public static final int UI_MODE_NIGHT_YES = 0x20;

    public int uiMode;
    public float fontScale = 1f;
    private LocaleList locales = new LocaleList(java.util.Locale.ENGLISH);

    public LocaleList getLocales() {
        return locales;
    }

    /** The stub's world: the person's first language. */
    public void speak(String tag) {
        locales = new LocaleList(java.util.Locale.forLanguageTag(tag), java.util.Locale.FRENCH);
    }
}
