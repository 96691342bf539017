package android.hardware.camera2;

import android.hardware.camera2.params.StreamConfigurationMap;
import android.os.Handler;
import android.util.Range;

/** Two cameras: "1" looks away from the display, "0" at the person. `refusal` says how opening fails. */
public final class CameraManager {
    public String refusal = "";
    public int orientation = 90;
    public boolean focuses = true;
    /** Opening waits for `answer`. */
    public boolean slow;
    public CameraDevice device;
    public CameraDevice.StateCallback callback;
    public int opened;
    private Handler handler;

    public String[] getCameraIdList() throws CameraAccessException {
        return new String[] {"0", "1"};
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public CameraCharacteristics getCameraCharacteristics(String cameraId) throws CameraAccessException {
        if (!cameraId.equals("0") && !cameraId.equals("1")) {
            throw new IllegalArgumentException("no such camera");
        }
        CameraCharacteristics about = new CameraCharacteristics();
        about.put(CameraCharacteristics.LENS_FACING, cameraId.equals("1") ? 1 : 0);
        about.put(CameraCharacteristics.SENSOR_ORIENTATION, orientation);
        about.put(CameraCharacteristics.CONTROL_AF_AVAILABLE_MODES, focuses ? new int[] {0, 3} : new int[] {0});
        about.put(CameraCharacteristics.SCALER_STREAM_CONFIGURATION_MAP, new StreamConfigurationMap());
        Range[] ranges = {new Range<>(7, 30), new Range<>(15, 15), new Range<>(30, 30)};
        about.put(CameraCharacteristics.CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES, (Range<Integer>[]) ranges);
        return about;
    }

    public void openCamera(String cameraId, CameraDevice.StateCallback callback, Handler handler)
            throws CameraAccessException {
        opened++;
        if (refusal.equals("permission")) {
            throw new SecurityException("lacks CAMERA");
        }
        if (refusal.equals("in_use")) {
            throw new CameraAccessException(CameraAccessException.CAMERA_IN_USE);
        }
        if (refusal.equals("disabled")) {
            throw new CameraAccessException(CameraAccessException.CAMERA_DISABLED);
        }
        this.callback = callback;
        this.handler = handler;
        device = new CameraDevice();
        if (!slow) {
            answer();
        }
    }

    /** The stub's world: the camera has opened. What was posted to a thread that has ended is never run. */
    public void answer() {
        final CameraDevice.StateCallback waiting = callback;
        handler.post(new Runnable() {
            @Override
            public void run() {
                waiting.onOpened(device);
            }
        });
    }

    /** The stub's world: another app takes the camera. */
    public void disconnect() {
        callback.onDisconnected(device);
    }

    public void fail(int error) {
        callback.onError(device, error);
    }
}
