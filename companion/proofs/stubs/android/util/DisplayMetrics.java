package android.util;

public class DisplayMetrics {
    public int densityDpi = 160;
}
