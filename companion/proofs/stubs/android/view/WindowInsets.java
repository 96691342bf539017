package android.view;

import android.graphics.Insets;

/** Bars of 24 above and 48 below; a camera hole 90 deep at the top, which old systems tell apart from the bars. */
public final class WindowInsets {
    public Insets getInsets(int typeMask) {
        return Insets.of(0, (typeMask & Type.displayCutout()) != 0 ? 90 : 24, 0, 48);
    }

    public DisplayCutout getDisplayCutout() {
        return new DisplayCutout();
    }

    public int getSystemWindowInsetLeft() {
        return 0;
    }

    public int getSystemWindowInsetTop() {
        return 24;
    }

    public int getSystemWindowInsetRight() {
        return 0;
    }

    public int getSystemWindowInsetBottom() {
        return 48;
    }

    public static final class Type {
        public static int displayCutout() {
            return 128;
        }

        public static int systemBars() {
            return 7;
        }
    }
}
