package org.tapis;

import android.app.Activity;
import android.content.ContentResolver;
import android.content.ContentValues;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.content.res.Configuration;
import android.graphics.Insets;
import android.net.Uri;
import android.os.Build;
import android.os.VibrationEffect;
import android.os.Vibrator;
import android.provider.MediaStore;
import android.provider.Settings;
import android.view.DisplayCutout;
import android.view.WindowInsets;
import android.view.WindowManager;
import java.io.IOException;
import java.io.OutputStream;

/** What the device tells about itself, and the few favours it is asked for. No state, no decisions. */
public final class Device {
    private Device() {
    }

    public static boolean allows(Activity activity, String permission) {
        return activity.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED;
    }

    /** Ask with the system's own dialog; `allows` knows the answer when the app has the screen again. */
    public static void ask(Activity activity, String permission) {
        activity.requestPermissions(new String[] {permission}, 1);
    }

    /** Whether it was refused before, but may be asked for again. */
    public static boolean mayAskAgain(Activity activity, String permission) {
        return activity.shouldShowRequestPermissionRationale(permission);
    }

    /** Where a permission that was refused for good can still be given. */
    public static void openSettings(Activity activity) {
        Intent intent = new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS);
        intent.setData(Uri.fromParts("package", activity.getPackageName(), null));
        activity.startActivity(intent);
    }

    /** The window keeps the screen on, and only while it is shown; no permission is needed for that. */
    public static void keepAwake(final Activity activity, final boolean on) {
        activity.runOnUiThread(new Runnable() {
            @Override
            public void run() {
                if (on) {
                    activity.getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
                } else {
                    activity.getWindow().clearFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
                }
            }
        });
    }

    @SuppressWarnings("deprecation")
    public static void buzz(Activity activity, int ms) {
        Vibrator vibrator = (Vibrator) activity.getSystemService(Context.VIBRATOR_SERVICE);
        if (!vibrator.hasVibrator()) {
            return;
        }
        if (Build.VERSION.SDK_INT >= 26) {
            vibrator.vibrate(VibrationEffect.createOneShot(ms, VibrationEffect.DEFAULT_AMPLITUDE));
        } else {
            vibrator.vibrate(ms);
        }
    }

    public static boolean isDark(Activity activity) {
        int mode = configuration(activity).uiMode & Configuration.UI_MODE_NIGHT_MASK;
        return mode == Configuration.UI_MODE_NIGHT_YES;
    }

    /** The person's first language, such as `de-CH`. */
    public static String language(Activity activity) {
        return configuration(activity).getLocales().get(0).toLanguageTag();
    }

    public static int dotsPerInch(Activity activity) {
        return activity.getResources().getDisplayMetrics().densityDpi;
    }

    public static float fontScale(Activity activity) {
        return configuration(activity).fontScale;
    }

    /** Left, top, right, bottom in pixels: covered by bars or cut out of the display. */
    @SuppressWarnings("deprecation")
    public static int[] margins(Activity activity) {
        WindowInsets insets = activity.getWindow().getDecorView().getRootWindowInsets();
        if (insets == null) {
            return new int[4];
        }
        if (Build.VERSION.SDK_INT >= 30) {
            Insets all = insets.getInsets(WindowInsets.Type.systemBars() | WindowInsets.Type.displayCutout());
            return new int[] {all.left, all.top, all.right, all.bottom};
        }
        int[] bars = {
            insets.getSystemWindowInsetLeft(), insets.getSystemWindowInsetTop(),
            insets.getSystemWindowInsetRight(), insets.getSystemWindowInsetBottom(),
        };
        DisplayCutout cutout = Build.VERSION.SDK_INT >= 28 ? insets.getDisplayCutout() : null;
        if (cutout != null) {
            bars[0] = Math.max(bars[0], cutout.getSafeInsetLeft());
            bars[1] = Math.max(bars[1], cutout.getSafeInsetTop());
            bars[2] = Math.max(bars[2], cutout.getSafeInsetRight());
            bars[3] = Math.max(bars[3], cutout.getSafeInsetBottom());
        }
        return bars;
    }

    /** Offer a file on the share sheet, by way of Downloads; false where the system is too old for that. */
    public static boolean share(Activity activity, String name, String type, byte[] data) throws IOException {
        if (Build.VERSION.SDK_INT < 29) {
            return false;
        }
        ContentValues values = new ContentValues();
        values.put(MediaStore.MediaColumns.DISPLAY_NAME, name);
        values.put(MediaStore.MediaColumns.MIME_TYPE, type);
        ContentResolver resolver = activity.getContentResolver();
        Uri place = resolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, values);
        if (place == null) {
            return false;
        }
        try (OutputStream out = resolver.openOutputStream(place)) {
            out.write(data);
        } catch (IOException e) {
            // No half file stays in Downloads.
            resolver.delete(place, null, null);
            throw e;
        }
        Intent send = new Intent(Intent.ACTION_SEND);
        send.setType(type);
        send.putExtra(Intent.EXTRA_STREAM, place);
        send.addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
        activity.startActivity(Intent.createChooser(send, name));
        return true;
    }

    private static Configuration configuration(Activity activity) {
        return activity.getResources().getConfiguration();
    }
}
