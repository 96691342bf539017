package android.hardware.camera2;

import android.hardware.camera2.params.StreamConfigurationMap;
import android.util.Range;
import java.util.HashMap;
import java.util.Map;

public final class CameraCharacteristics extends CameraMetadata<CameraCharacteristics.Key<?>> {
    public static final Key<Range<Integer>[]> CONTROL_AE_AVAILABLE_TARGET_FPS_RANGES = new Key<>();
    public static final Key<int[]> CONTROL_AF_AVAILABLE_MODES = new Key<>();
    public static final Key<Integer> LENS_FACING = new Key<>();
    public static final Key<StreamConfigurationMap> SCALER_STREAM_CONFIGURATION_MAP = new Key<>();
    public static final Key<Integer> SENSOR_ORIENTATION = new Key<>();
    private final Map<Key<?>, Object> values = new HashMap<>();

    @SuppressWarnings("unchecked")
    public <T> T get(Key<T> key) {
        return (T) values.get(key);
    }

    public <T> void put(Key<T> key, T value) {
        values.put(key, value);
    }

    public static final class Key<T> {
    }
}
