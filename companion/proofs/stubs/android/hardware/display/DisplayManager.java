package android.hardware.display;

import android.view.Display;

public final class DisplayManager {
    public final Display display = new Display();

    public Display getDisplay(int displayId) {
        return display;
    }
}
