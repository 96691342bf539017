package android.graphics;

public class ImageFormat {
    public static final int NV21 = 17;
    public static final int YUV_420_888 = 35;
}
