package android.content.res;

import android.util.DisplayMetrics;

public class Resources {
    public final Configuration configuration = new Configuration();
    public final DisplayMetrics metrics = new DisplayMetrics();

    public Configuration getConfiguration() {
        return configuration;
    }

    public DisplayMetrics getDisplayMetrics() {
        return metrics;
    }
}
