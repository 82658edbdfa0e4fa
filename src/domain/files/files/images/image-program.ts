import { hash } from "node:crypto";
import os from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { typedEntries } from "#lib/json/typed-object.ts";
import {
  maxAnimatedPixels,
  maxFrames,
  maxImageBytes,
  maxPixels,
  maxSide,
  pictureSide,
  drawingSide,
  printSide,
  variantWidths,
} from "./image-limits.ts";

/*
 * Entry point of the process that re-encodes one image. Reads the bytes from standard input. Writes one line of JSON
 * (`ImageReply`) to standard output, followed by the bytes of the images it describes. It shares neither memory nor
 * secrets with the server.
 */

/** An image of the reply; its bytes follow in the same order. */
export interface ImageFacts {
  name: "original" | keyof typeof variantWidths;
  byteSize: number;
  sha256: string;
  contentType: string;
  width: number;
  height: number;
}

/** The image and then its smaller variants, or the reason for rejection. */
type ImageReply = { images: ImageFacts[] } | { refused: string };

interface Drawn {
  facts: ImageFacts;
  bytes: Buffer;
}

class RefusedImage extends Error {}

const encoders = {
  "image/jpeg": (image) => image.jpeg({ quality: 85, mozjpeg: false }),
  "image/png": (image) => image.png(),
  "image/webp": (image) => image.webp({ quality: 85 }),
  "image/gif": (image) => image.gif(),
} satisfies Record<string, (image: Sharp) => Sharp>;

const isEncoded = (mediaType: string): mediaType is keyof typeof encoders => mediaType in encoders;

/**
 * Re-encodes the image: upright, without metadata, in its own format (AVIF as WebP, TIFF as JPEG, or as PNG with
 * transparency).
 */
async function draw(bytes: Buffer, mediaType: string, isSquare: boolean): Promise<Drawn[]> {
  if (mediaType === "image/tiff") requireFinalImage(bytes);
  const isAnimated = !isSquare && (mediaType === "image/gif" || mediaType === "image/webp");
  const { width, height, hasAlpha, pages } = await requireLimits(bytes, isAnimated);
  if (mediaType === "image/tiff" && pages > 1) {
    throw new RefusedImage(`The TIFF has ${pages} pages. Export the page to show as JPEG or PNG.`);
  }
  const contentType = isEncoded(mediaType)
    ? mediaType
    : mediaType !== "image/tiff"
      ? "image/webp"
      : hasAlpha
        ? "image/png"
        : "image/jpeg";
  const upright = read(bytes, isAnimated).rotate();
  const bounded = isSquare
    ? square(upright, Math.min(width, height, pictureSide))
    : upright.resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true });
  const image = await encode(encoders[contentType](bounded), "original", contentType);
  const variants: Drawn[] = [];
  for (const [name, width] of typedEntries(variantWidths)) {
    if (width >= image.facts.width) continue;
    const smaller = read(image.bytes, false).resize({ width }).webp({ quality: 80 });
    variants.push(await encode(smaller, name, "image/webp"));
  }
  return [image, ...variants];
}

/**
 * Refuses raw photos, which are TIFF files whose first image is a small preview: TIFF 6.0 §8, the field NewSubfileType.
 */
function requireFinalImage(bytes: Buffer): void {
  const isLittle = bytes.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (short(2) !== 42) return;
  const directory = long(4);
  for (let index = 0; index < short(directory); index++) {
    const field = directory + 2 + 12 * index;
    if (short(field) === newSubfileType && (long(field + 8) & 1) === 1) {
      throw new RefusedImage("The file is a raw photo. Export it as JPEG.");
    }
  }
}

const newSubfileType = 254;

/** Crops to the part that draws the eye, which in portraits is the face. */
const square = (image: Sharp, side: number): Sharp =>
  image.resize({ width: side, height: side, fit: "cover", position: sharp.strategy.attention });

const read = (bytes: Buffer, animated: boolean): Sharp =>
  sharp(bytes, { animated, limitInputPixels: maxPixels, failOn: "error" });

interface Header {
  width: number;
  height: number;
  pages: number;
  hasAlpha: boolean;
}

/** Checks limits by reading only the header, before decompressing anything. */
async function requireLimits(bytes: Buffer, animated: boolean): Promise<Header> {
  const header = sharp(bytes, { animated, limitInputPixels: false });
  const { width, height, pages = 1, pageHeight = height, hasAlpha } = await header.metadata();
  const pixels = width * pageHeight * pages;
  if (pages > maxFrames)
    throw new RefusedImage(`The animation has ${pages} frames; at most ${maxFrames} are accepted.`);
  if (pages > 1 && pixels > maxAnimatedPixels) {
    throw new RefusedImage(
      `All frames together have more than ${maxAnimatedPixels / 1e6} million pixels. Make the animation smaller or shorter.`,
    );
  }
  if (pixels > maxPixels) throw new RefusedImage(`The image has more than ${maxPixels / 1e6} million pixels.`);
  return { width, height: pageHeight, pages, hasAlpha };
}

async function encode(image: Sharp, name: ImageFacts["name"], contentType: string): Promise<Drawn> {
  const { data: bytes, info } = await image.toBuffer({ resolveWithObject: true });
  if (bytes.length > maxImageBytes)
    throw new RefusedImage(`The image has more than ${maxImageBytes / 1024 / 1024} MiB.`);
  const { width, height, pageHeight = height } = info;
  const sha256 = hash("sha256", bytes, "hex");
  return { facts: { name, byteSize: bytes.length, sha256, contentType, width, height: pageHeight }, bytes };
}

/** An image for a document: a PNG without variants. */
async function drawForPrint(bytes: Buffer, side: number): Promise<Drawn[]> {
  await requireLimits(bytes, false);
  const bounded = read(bytes, false)
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return [await encode(bounded.png(), "original", "image/png")];
}

// Requests have priority.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);

const [, , mediaType = "", form] = process.argv;
const input = await buffer(process.stdin);
const sides = new Map([
  ["print", printSide],
  ["drawing", drawingSide],
]);
const side = sides.get(form ?? "");
const drawing = side === undefined ? draw(input, mediaType, form === "square") : drawForPrint(input, side);
const drawn = await drawing.catch((error: unknown) =>
  error instanceof RefusedImage ? error.message : "The image cannot be read.",
);
const reply: ImageReply = typeof drawn === "string" ? { refused: drawn } : { images: drawn.map(({ facts }) => facts) };
process.stdout.write(`${JSON.stringify(reply)}\n`);
if (typeof drawn !== "string") for (const { bytes } of drawn) process.stdout.write(bytes);
