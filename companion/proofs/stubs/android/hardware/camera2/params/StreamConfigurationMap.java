package android.hardware.camera2.params;

import android.util.Size;

public final class StreamConfigurationMap {
    public Size[] getOutputSizes(int format) {
        return new Size[] {new Size(1920, 1080), new Size(1280, 720), new Size(640, 480)};
    }
}
