/** Pixels of a still image. A small file can hold many: they are what takes time and memory. */
export const maxPixels = 50_000_000;

/** Pixels of all frames of an animation together: to encode them takes several times as long. */
export const maxAnimatedPixels = 25_000_000;
export const maxFrames = 300;

/** Longer sides are scaled down to it. */
export const maxSide = 4096;

/** Pixels of a side of a profile picture. */
export const pictureSide = 512;

/** Bytes of an image before and after it is drawn anew. */
export const maxImageBytes = 50 * 1024 * 1024;

export const variantWidths = { small: 320, medium: 960, large: 1920 } as const;
