package android.media;

/** Plays a ramp: sample n has the value n, modulo 1000. `fault` is what reading or making it does instead. */
public class AudioRecord {
    public static final int STATE_UNINITIALIZED = 0;
    public static final int STATE_INITIALIZED = 1;
    public static final int SUCCESS = 0;
    public static String fault = "";
    public static AudioRecord current;
    public final int source;
    public boolean released;
    private long played;

    public AudioRecord(int audioSource, int sampleRateInHz, int channelConfig, int audioFormat,
            int bufferSizeInBytes) {
        source = audioSource;
        current = this;
    }

    public static int getMinBufferSize(int sampleRateInHz, int channelConfig, int audioFormat) {
        return 1280;
    }

    public int getState() {
        return fault.equals("forbidden") ? STATE_UNINITIALIZED : STATE_INITIALIZED;
    }

    public void startRecording() {
        if (fault.equals("busy")) {
            throw new IllegalStateException("startRecording() failed");
        }
    }

    public int read(byte[] audioData, int offsetInBytes, int sizeInBytes) {
        if (fault.equals("gone")) {
            return -6;
        }
        for (int at = offsetInBytes; at < offsetInBytes + sizeInBytes; at += 2) {
            int value = (int) (played++ % 1000);
            audioData[at] = (byte) value;
            audioData[at + 1] = (byte) (value >> 8);
        }
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            return -6;
        }
        return sizeInBytes;
    }

    public int getTimestamp(AudioTimestamp outTimestamp, int timebase) {
        outTimestamp.framePosition = 0;
        outTimestamp.nanoTime = 5_000_000_000L;
        return SUCCESS;
    }

    public void stop() {
    }

    public void release() {
        released = true;
    }
}
