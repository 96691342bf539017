package android.content;

import android.content.pm.PackageManager;
import android.content.res.Resources;
import android.hardware.camera2.CameraManager;
import android.hardware.display.DisplayManager;
import android.media.AudioManager;
import android.os.Vibrator;
import java.util.HashSet;
import java.util.Set;

public class Context {
    public static final String AUDIO_SERVICE = "audio";
    public static final String CAMERA_SERVICE = "camera";
    public static final String DISPLAY_SERVICE = "display";
    public static final String VIBRATOR_SERVICE = "vibrator";

    public final Set<String> granted = new HashSet<>();
    public final Set<String> refused = new HashSet<>();
    public int asked;
    public final Resources resources = new Resources();
    public final ContentResolver resolver = new ContentResolver();
    public final Vibrator vibrator = new Vibrator();
    public final AudioManager audio = new AudioManager();
    public final DisplayManager displays = new DisplayManager();
    public final CameraManager cameras = new CameraManager();

    public void grant(String permission) {
        granted.add(permission);
    }

    public void refuse(String permission) {
        granted.remove(permission);
        refused.add(permission);
    }

    public int checkSelfPermission(String permission) {
        return granted.contains(permission) ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
    }

    public Object getSystemService(String name) {
        switch (name) {
            case AUDIO_SERVICE:
                return audio;
            case CAMERA_SERVICE:
                return cameras;
            case DISPLAY_SERVICE:
                return displays;
            case VIBRATOR_SERVICE:
                return vibrator;
            default:
                return null;
        }
    }

    public Resources getResources() {
        return resources;
    }

    public ContentResolver getContentResolver() {
        return resolver;
    }

    public String getPackageName() {
        return "org.tapis.tapis";
    }
}
