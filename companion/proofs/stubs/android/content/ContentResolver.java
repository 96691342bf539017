package android.content;

import android.net.Uri;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

public class ContentResolver {
    public ContentValues inserted;
    public boolean full;
    public Uri deleted;
    public final ByteArrayOutputStream written = new ByteArrayOutputStream();

    public final Uri insert(Uri url, ContentValues values) {
        inserted = values;
        return Uri.fromParts("content", "downloads/1", null);
    }

    public final OutputStream openOutputStream(Uri uri) {
        return full ? new FullStream() : written;
    }

    public final int delete(Uri url, String where, String[] selectionArgs) {
        deleted = url;
        return 1;
    }

    private static final class FullStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }
}
