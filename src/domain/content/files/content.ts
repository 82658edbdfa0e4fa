import { hash } from "node:crypto";
import { newId } from "#domain/platform/ids.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cleanTexts } from "#domain/content/markdown/clean-texts.ts";
import { only } from "#lib/only.ts";
import { maxSvgBytes } from "#lib/svg/svg-limits.ts";
import type { CleanedSvg } from "#lib/text-worker/sources.ts";
import type { FileRow, Purpose, StoredVariant } from "./file.ts";
import { isForPictures } from "./file.ts";
import { drawImage, type DrawOptions, type Picture } from "./images/image.ts";
import { maxImageBytes } from "./images/image-limits.ts";
import { headLength, isSvg, mediaTypeOf } from "./media-type.ts";
import { storeObject } from "./objects.ts";

/** Uploaded bytes that can be read repeatedly. */
export interface Content {
  byteSize: number;
  sha256: Buffer;
  read(): AsyncIterable<Uint8Array>;
}

/** The content of a file: stored bytes without an owner yet. */
export type StoredContent = Pick<
  FileRow,
  "objectId" | "contentType" | "byteSize" | "sha256" | "width" | "height" | "variants"
>;

/** Bytes per read. */
const pieceSize = 1024 * 1024;

export const contentOf = (bytes: Buffer, sha256: Buffer): Content => ({
  byteSize: bytes.length,
  sha256,
  async *read() {
    // In pieces, so that hashing and sending never block the event loop.
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  },
});

/** Detects the media type from the bytes and stores them; images are re-encoded. A dry run stores nothing. */
export async function storeContent(context: Context, content: Content, purpose: Purpose): Promise<StoredContent> {
  const head = await bytesOf(content, headLength);
  const mediaType = mediaTypeOf(head);
  if (purpose === "profile_picture") return storeProfilePicture(context, content, head);
  if (isSvg(head)) return storeDrawing(context, content);
  if (mediaType.startsWith("image/")) return storeImage(context, content, { mediaType });
  if (isForPictures(purpose)) {
    throw new Problem("unsupported_media", "The file must be an image: JPEG, PNG, WebP, GIF, AVIF or SVG.");
  }
  const { byteSize, sha256 } = content;
  const objectId = await store(context, content.read(), { byteSize, sha256, contentType: mediaType });
  return { objectId, contentType: mediaType, byteSize, sha256, width: null, height: null, variants: [] };
}

/** Cropped to a square. SVG is not accepted: OpenID Connect Core §5.1 names raster formats, and clients expect them. */
function storeProfilePicture(context: Context, content: Content, head: Buffer): Promise<StoredContent> {
  const mediaType = mediaTypeOf(head);
  if (mediaType.startsWith("image/") && !isSvg(head)) return storeImage(context, content, { mediaType, square: true });
  throw new Problem("unsupported_media", "The picture must be a JPEG, PNG, WebP, GIF or AVIF image.");
}

/** Stores an SVG. It scales to any size, so it needs no variants and no image processing. */
async function storeDrawing(context: Context, content: Content): Promise<StoredContent> {
  const { width, height, ...drawing } = await cleanDrawing(context, content);
  const bytes = Buffer.from(drawing.bytes);
  const contentType = "image/svg+xml";
  const sha256 = hash("sha256", bytes, "buffer");
  const objectId = await store(context, contentOf(bytes, sha256).read(), {
    byteSize: bytes.length,
    sha256,
    contentType,
  });
  return { objectId, contentType, byteSize: bytes.length, sha256, width, height, variants: [] };
}

async function cleanDrawing(context: Context, content: Content): Promise<CleanedSvg> {
  if (content.byteSize > maxSvgBytes) throw unusableSvg(`It exceeds ${maxSvgBytes / 1024} KiB.`);
  const source = { form: "svg" as const, bytes: await bytesOf(content, content.byteSize) };
  const drawing = only(await cleanTexts(context, [source]));
  if ("refusal" in drawing) throw unusableSvg(drawing.refusal.detail);
  return drawing;
}

const unusableSvg = (reason: string) => new Problem("unsupported_media", `The SVG is not accepted. ${reason}`);

async function storeImage(
  context: Context,
  content: Content,
  format: Pick<DrawOptions, "mediaType" | "square">,
): Promise<StoredContent> {
  if (content.byteSize > maxImageBytes) {
    throw new Problem("unsupported_media", `An image can have at most ${maxImageBytes / 1024 / 1024} MiB.`);
  }
  const { picture, variants } = await drawImage({
    siteId: context.site.id,
    ...format,
    read: () => bytesOf(content, content.byteSize),
  });
  const { contentType, sha256, width, height } = picture;
  const objectId = await storePicture(context, picture);
  const stored: StoredVariant[] = [];
  for (const { name, ...variant } of variants) {
    if (name === "original") continue;
    stored.push({
      name,
      objectId: await storePicture(context, variant),
      contentType: variant.contentType,
      byteSize: variant.bytes.length,
      sha256: variant.sha256.toString("hex"),
      width: variant.width,
      height: variant.height,
    });
  }
  return { objectId, contentType, byteSize: picture.bytes.length, sha256, width, height, variants: stored };
}

const storePicture = (context: Context, { bytes, sha256, contentType }: Picture): Promise<string> =>
  store(context, contentOf(bytes, sha256).read(), { byteSize: bytes.length, sha256, contentType });

const store: typeof storeObject = async (context, bytes, facts) =>
  context.dryRun ? newId() : storeObject(context, bytes, facts);

/** Returns the first bytes, up to a maximum. */
async function bytesOf(content: Content, maxLength: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content.read()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxLength) break;
  }
  return Buffer.concat(chunks).subarray(0, maxLength);
}
