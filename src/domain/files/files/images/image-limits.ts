/** Pixels of a still image. Even a small file can contain many, and they determine time and memory. */
export const maxPixels = 50_000_000;

/** Pixels of all frames of an animation together: encoding them takes several times as long. */
export const maxAnimatedPixels = 25_000_000;
export const maxFrames = 300;

/** Larger images are scaled down to this width and height. */
export const maxSide = 4096;

/** Maximum width and height of a profile picture in pixels. */
export const pictureSide = 512;

/** Bytes of an image before and after re-encoding. */
export const maxImageBytes = 50 * 1024 * 1024;

export const variantWidths = { small: 320, medium: 960, large: 1920 } as const;

/** Pixels of an image in a document. */
export const printSide = 900;

/** Maximum width and height of drawings of ours that people download. */
export const drawingSide = 1600;
