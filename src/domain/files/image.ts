import { hash } from "node:crypto";
import type { Sharp } from "sharp";
import { Problem, rateLimited } from "#domain/problem.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";

/** An image as it is stored: drawn anew, so that nothing of what was sent is in it but the picture. */
export interface Picture {
  bytes: Buffer;
  sha256: Buffer;
  contentType: string;
  width: number;
  height: number;
}

/** Smaller ones of the same, by the name that their addresses end in. */
export interface Variant extends Picture {
  name: string;
}

/** Bytes. What is larger is no picture for a page. */
export const maxImageBytes = 50 * 1024 * 1024;

/** All frames together: what is small when packed may be too large for the memory when it is not. */
const maxPixels = 50_000_000;
const maxSide = 4096;

const variantWidths = { small: 320, medium: 960, large: 1920 } as const;

const drawn: Record<string, (image: Sharp) => Sharp> = {
  "image/jpeg": (image) => image.jpeg({ quality: 85, mozjpeg: false }),
  "image/png": (image) => image.png(),
  "image/webp": (image) => image.webp({ quality: 85 }),
  "image/gif": (image) => image.gif(),
};

/** One at a time: each takes a core, and as much memory as the picture has pixels. */
const inTurn = limitConcurrency({ running: 1, waiting: 20, refusal: () => rateLimited(10) });

/**
 * Reads a picture within bounds and draws it anew, upright, without what a camera told of place and owner, in the
 * format that it has (AVIF as WebP), with smaller variants. Throws `unsupported_media`.
 */
export function drawImage(bytes: Buffer, mediaType: string): Promise<{ picture: Picture; variants: Variant[] }> {
  return inTurn(async () => {
    // Not before there is a picture: the library takes tens of megabytes.
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(1);
    const contentType = mediaType in drawn ? mediaType : "image/webp";
    const animated = mediaType === "image/gif" || mediaType === "image/webp";
    const read = (given: Buffer, frames: boolean) =>
      sharp(given, { animated: frames, limitInputPixels: maxPixels, failOn: "error" }).timeout({ seconds: 20 });
    try {
      const upright = read(bytes, animated).rotate();
      const bounded = upright.resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
      const picture = await pictureOf(drawn[contentType]!(bounded), contentType);
      const variants: Variant[] = [];
      for (const [name, width] of Object.entries(variantWidths)) {
        if (width >= picture.width) continue;
        const smaller = read(picture.bytes, false).resize({ width }).webp({ quality: 80 });
        variants.push({ name, ...(await pictureOf(smaller, "image/webp")) });
      }
      return { picture, variants };
    } catch (cause) {
      if (cause instanceof Problem) throw cause;
      throw new Problem(
        "unsupported_media",
        `The picture cannot be read, or has more than ${maxPixels / 1e6} million pixels.`,
      );
    }
  });
}

async function pictureOf(image: Sharp, contentType: string): Promise<Picture> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return { bytes: data, sha256: hash("sha256", data, "buffer"), contentType, width: info.width, height };
}
