package android.media;

public class AudioManager {
    public static final String PROPERTY_SUPPORT_AUDIO_SOURCE_UNPROCESSED =
            "android.media.property.SUPPORT_AUDIO_SOURCE_UNPROCESSED";

    public String getProperty(String key) {
        return "true";
    }
}
