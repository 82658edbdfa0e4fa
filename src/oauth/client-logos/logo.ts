import { hash } from "node:crypto";
import { JPG } from "image-size/types/jpg";
import { PNG } from "image-size/types/png";
import { WEBP } from "image-size/types/webp";
import * as z from "zod";

export const maxLogoBytes = 256 * 1024;
/** Pixels, per side. */
const maxLogoSide = 1024;

/** SVG is excluded because it can contain scripts. */
const formats = [
  { mediaType: "image/png", image: PNG },
  { mediaType: "image/jpeg", image: JPG },
  { mediaType: "image/webp", image: WEBP },
] as const;

export interface Logo {
  mediaType: (typeof formats)[number]["mediaType"];
  bytes: Buffer;
  /** SHA-256 of the bytes. */
  digest: Buffer;
}

/** An uploaded image. Its declared file name and media type are ignored. */
export const Logo = z.instanceof(Uint8Array).transform((input, context): Logo => {
  // A copy with a buffer of its own: image parsers read beyond the end of a view.
  const bytes = Uint8Array.from(input);
  const refuse = (code: string, message: string) => {
    context.issues.push({ code: "custom", input: undefined, params: { code }, message });
    return z.NEVER;
  };
  if (bytes.length > maxLogoBytes) return refuse("too_large", `Expected at most ${maxLogoBytes / 1024} KiB.`);
  const format = formats.find(({ image }) => isFormat(image, bytes));
  const size = format && sizeOf(format.image, bytes);
  if (!size) return refuse("unsupported_media", "Expected an image: PNG, JPEG or WebP.");
  const sides = [size.width, size.height];
  if (sides.some((side) => side < 1)) return refuse("unsupported_media", "The image has no size.");
  if (sides.some((side) => side > maxLogoSide)) {
    return refuse("too_many_pixels", `Expected at most ${maxLogoSide} × ${maxLogoSide} pixels.`);
  }
  return { mediaType: format.mediaType, bytes: Buffer.from(bytes), digest: hash("sha256", bytes, "buffer") };
});

type Image = (typeof formats)[number]["image"];

function isFormat(image: Image, bytes: Uint8Array): boolean {
  try {
    return image.validate(bytes);
  } catch {
    return false;
  }
}

/** Returns undefined if the image is truncated before its size, or has none. */
function sizeOf(image: Image, bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    return image.calculate(bytes);
  } catch {
    return undefined;
  }
}
