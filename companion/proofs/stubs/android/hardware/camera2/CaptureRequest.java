package android.hardware.camera2;

import android.util.Range;
import android.view.Surface;
import java.util.HashMap;
import java.util.Map;

public final class CaptureRequest extends CameraMetadata<CaptureRequest.Key<?>> {
    public static final Key<Boolean> CONTROL_AE_LOCK = new Key<>("ae_lock");
    public static final Key<Range<Integer>> CONTROL_AE_TARGET_FPS_RANGE = new Key<>("fps");
    public static final Key<Integer> CONTROL_AF_MODE = new Key<>("af_mode");
    public static final Key<Integer> CONTROL_AF_TRIGGER = new Key<>("af_trigger");
    public static final Key<Boolean> CONTROL_AWB_LOCK = new Key<>("awb_lock");
    public final Map<String, Object> values;

    CaptureRequest(Map<String, Object> values) {
        this.values = values;
    }

    /** The stub's world: what was set, as text. */
    public String text(String name) {
        return String.valueOf(values.get(name));
    }

    public static final class Key<T> {
        final String name;

        Key(String name) {
            this.name = name;
        }
    }

    public static final class Builder {
        private final Map<String, Object> values = new HashMap<>();

        public void addTarget(Surface outputTarget) {
        }

        public <T> void set(Key<T> key, T value) {
            values.put(key.name, value);
        }

        public CaptureRequest build() {
            return new CaptureRequest(new HashMap<>(values));
        }
    }
}
