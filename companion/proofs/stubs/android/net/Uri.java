package android.net;

import android.os.Parcelable;

public abstract class Uri implements Parcelable {
    public static Uri fromParts(final String scheme, final String ssp, String fragment) {
        return new Uri() {
            @Override
            public String toString() {
                return scheme + ":" + ssp;
            }
        };
    }
}
