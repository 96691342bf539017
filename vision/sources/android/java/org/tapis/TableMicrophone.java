package org.tapis;

import android.content.Context;
import android.media.AudioFormat;
import android.media.AudioManager;
import android.media.AudioRecord;
import android.media.AudioTimestamp;
import android.media.MediaRecorder;
import java.util.ArrayDeque;

/** The microphone in blocks of ten milliseconds, each with the time of its first sample. For knocks, not for speech. */
public final class TableMicrophone {
    public static final int RATE = 16000;
    private static final int BLOCK = RATE / 100;
    /** A second: whoever reads more rarely than that loses the oldest, and is told how much. */
    private static final int KEPT = 100;

    public static final class Block {
        /** Sixteen bits a sample, low byte first. */
        public byte[] samples;
        public long timeNs;
        public long first;
    }

    private final ArrayDeque<Block> blocks = new ArrayDeque<>();
    private AudioRecord record;
    private volatile boolean going;
    private String trouble = Eye.FINE;

    public void open(Context context) {
        AudioManager audio = (AudioManager) context.getSystemService(Context.AUDIO_SERVICE);
        boolean raw = "true".equals(audio.getProperty(AudioManager.PROPERTY_SUPPORT_AUDIO_SOURCE_UNPROCESSED));
        int source = raw ? MediaRecorder.AudioSource.UNPROCESSED : MediaRecorder.AudioSource.VOICE_RECOGNITION;
        int least = AudioRecord.getMinBufferSize(RATE, AudioFormat.CHANNEL_IN_MONO, AudioFormat.ENCODING_PCM_16BIT);
        try {
            record = new AudioRecord(source, RATE, AudioFormat.CHANNEL_IN_MONO, AudioFormat.ENCODING_PCM_16BIT,
                    Math.max(least, 8 * BLOCK));
            if (record.getState() != AudioRecord.STATE_INITIALIZED) {
                tell("microphone_forbidden");
                return;
            }
            record.startRecording();
        } catch (SecurityException e) {
            tell("microphone_forbidden");
            return;
        } catch (IllegalArgumentException | IllegalStateException e) {
            tell("microphone_taken");
            return;
        }
        going = true;
        new Thread("table microphone") {
            @Override
            public void run() {
                listen();
            }
        }.start();
    }

    /** The oldest block that nobody took yet; null if none came in time. */
    public synchronized Block take(int waitMs) throws InterruptedException {
        if (blocks.isEmpty() && trouble.isEmpty()) {
            wait(waitMs);
        }
        return blocks.poll();
    }

    public synchronized String trouble() {
        return trouble;
    }

    public void close() {
        going = false;
    }

    private void listen() {
        long heard = 0;
        byte[] samples = new byte[2 * BLOCK];
        while (going) {
            int got = record.read(samples, 0, samples.length);
            if (got < 0) {
                tell("microphone_taken");
                break;
            }
            if (got > 0) {
                keep(samples, got, heard);
                heard += got / 2;
            }
        }
        record.stop();
        record.release();
    }

    private synchronized void keep(byte[] samples, int bytes, long first) {
        Block block = new Block();
        block.samples = java.util.Arrays.copyOf(samples, bytes);
        block.first = first;
        block.timeNs = timeOf(first, bytes / 2);
        if (blocks.size() == KEPT) {
            blocks.poll();
        }
        blocks.add(block);
        notifyAll();
    }

    /** When sample `first` reached the microphone, on the clock of System.nanoTime, which is Python's steady one too. */
    private long timeOf(long first, int samples) {
        AudioTimestamp known = new AudioTimestamp();
        if (record.getTimestamp(known, AudioTimestamp.TIMEBASE_MONOTONIC) == AudioRecord.SUCCESS) {
            return known.nanoTime + (first - known.framePosition) * 1_000_000_000L / RATE;
        }
        return System.nanoTime() - samples * 1_000_000_000L / RATE;
    }

    private synchronized void tell(String what) {
        trouble = what;
        notifyAll();
    }
}
