/** Bytes. A drawing of more is better a picture of dots. */
export const maxSvgBytes = 512 * 1024;
