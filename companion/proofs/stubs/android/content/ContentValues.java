package android.content;

import java.util.HashMap;
import java.util.Map;

public final class ContentValues {
    public final Map<String, String> values = new HashMap<>();

    public void put(String key, String value) {
        values.put(key, value);
    }
}
