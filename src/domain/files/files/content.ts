import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { newId } from "#domain/platform/ids.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cleanTexts } from "#domain/platform/texts/clean-texts.ts";
import { only } from "#lib/collections/only.ts";
import { maxSvgBytes } from "#lib/svg/svg-limits.ts";
import type { ObjectFacts } from "#lib/objects/object-store.ts";
import type { CleanedSvg } from "#lib/text-worker/sources.ts";
import { isSubRip, maxCaptionBytes, webVttOf } from "./captions/subrip.ts";
import { repairedWebVtt } from "./captions/web-vtt.ts";
import type { FileRow, Purpose } from "./file.ts";
import { isForPictures, isShown } from "./file.ts";
import { drawImage, type DrawOptions, type Picture } from "./images/image.ts";
import { maxImageBytes } from "./images/image-limits.ts";
import { headLength, isInline, isSvg, mediaTypeOf } from "#lib/files/media-type.ts";
import { type NewObject, storeObjects } from "#domain/platform/storage/objects.ts";

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

const bytesPerRead = 1024 * 1024;

export const contentOf = (bytes: Buffer, sha256: Buffer): Content => ({
  byteSize: bytes.length,
  sha256,
  async *read() {
    // In pieces, so that hashing and sending never block the event loop.
    for (let at = 0; at < bytes.length; at += bytesPerRead) yield bytes.subarray(at, at + bytesPerRead);
  },
});

/** The content of a file whose objects have to be stored. */
export interface PreparedContent {
  content: StoredContent;
  objects: NewObject[];
}

/** Owner in the fair queues of the workers that read untrusted content. */
interface Owner {
  site: { id: string };
}

/** Detects the media type from the bytes and stores them; images are re-encoded. A dry run stores nothing. */
export async function storeContent(context: Context, content: Content, purpose: Purpose): Promise<StoredContent> {
  const prepared = await prepareContent(context, content, purpose);
  if (!context.dryRun) await storeObjects(context, prepared.objects);
  return prepared.content;
}

/** Detects the media type from the bytes, and re-encodes images. Stores nothing. */
export async function prepareContent(owner: Owner, content: Content, purpose: Purpose): Promise<PreparedContent> {
  const head = await bytesOf(content, headLength);
  const mediaType = mediaTypeOf(head);
  if (purpose === "profile_picture") return prepareProfilePicture(owner, content, head);
  if (isSvg(head)) return prepareDrawing(owner, content);
  if (isShown(purpose)) requireConvertible(mediaType);
  if (mediaType.startsWith("image/") && (isShown(purpose) || isInline(mediaType))) {
    return prepareImage(owner, content, { mediaType });
  }
  if (purpose === "lecture_media" && mayBeCaptions(mediaType, head)) return prepareCaptions(content, head.toString());
  if (isForPictures(purpose)) {
    throw new Problem("unsupported_media", "The file must be an image: JPEG, PNG, WebP, GIF, AVIF, TIFF or SVG.");
  }
  const { byteSize, sha256 } = content;
  return prepared(content, { byteSize, sha256, contentType: mediaType });
}

const mayBeCaptions = (mediaType: string, head: Buffer): boolean =>
  mediaType === "text/vtt" || (mediaType === "text/plain" && isSubRip(head.toString()));

const prepared = (
  { read }: Pick<Content, "read">,
  facts: ObjectFacts,
  { width, height }: { width: number | null; height: number | null } = { width: null, height: null },
): PreparedContent => {
  const id = newId();
  return { content: { objectId: id, ...facts, width, height, variants: [] }, objects: [{ id, read, facts }] };
};

/** Cropped to a square. SVG is not accepted: OpenID Connect Core §5.1 names raster formats, and clients expect them. */
function prepareProfilePicture(owner: Owner, content: Content, head: Buffer): Promise<PreparedContent> {
  const mediaType = mediaTypeOf(head);
  requireConvertible(mediaType);
  if (mediaType.startsWith("image/") && !isSvg(head)) return prepareImage(owner, content, { mediaType, square: true });
  throw new Problem("unsupported_media", "The picture must be a JPEG, PNG, WebP, GIF, AVIF or TIFF image.");
}

/** HEIC is compressed by HEVC, which is patented: no free library reads it. */
function requireConvertible(mediaType: string): void {
  if (mediaType !== "image/heic") return;
  throw new Problem(
    "unsupported_media",
    "HEIC photos cannot be shown by most browsers. Export the photo as JPEG. An iPhone or iPad takes JPEG photos after " +
      "Settings, Camera, Formats, Most Compatible.",
  );
}

/**
 * Browsers show captions in WebVTT only. Captions whose cues no browser shows are stored as text, which no lecture accepts
 * as its captions.
 */
async function prepareCaptions(content: Content, head: string): Promise<PreparedContent> {
  const { byteSize, sha256 } = content;
  const isWebVtt = !isSubRip(head);
  const asIs = (contentType: string) => prepared(content, { byteSize, sha256, contentType });
  if (byteSize > maxCaptionBytes) return asIs(isWebVtt ? "text/vtt" : "text/plain");
  const read = await bytesOf(content, byteSize);
  const text = read.toString();
  const captions = isUtf8(read) ? (isWebVtt ? repairedWebVtt(text) : webVttOf(text)) : undefined;
  if (captions === undefined || captions === text) return asIs(captions === undefined ? "text/plain" : "text/vtt");
  const bytes = Buffer.from(captions);
  const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType: "text/vtt" };
  return prepared(contentOf(bytes, facts.sha256), facts);
}

/** An SVG scales to any size, so it needs no variants and no image processing. */
async function prepareDrawing(owner: Owner, content: Content): Promise<PreparedContent> {
  const drawing = await cleanDrawing(owner, content);
  const bytes = Buffer.from(drawing.bytes);
  const sha256 = hash("sha256", bytes, "buffer");
  const facts = { byteSize: bytes.length, sha256, contentType: "image/svg+xml" };
  return prepared(contentOf(bytes, sha256), facts, drawing);
}

async function cleanDrawing(owner: Owner, content: Content): Promise<CleanedSvg> {
  if (content.byteSize > maxSvgBytes) throw unusableSvg(`It exceeds ${maxSvgBytes / 1024} KiB.`);
  const source = { form: "svg" as const, bytes: await bytesOf(content, content.byteSize) };
  const drawing = only(await cleanTexts(owner, [source]));
  if ("refusal" in drawing) throw unusableSvg(drawing.refusal.detail);
  return drawing;
}

const unusableSvg = (reason: string) => new Problem("unsupported_media", `The SVG is not accepted. ${reason}`);

async function prepareImage(
  { site }: Owner,
  content: Content,
  format: Pick<DrawOptions, "mediaType" | "square">,
): Promise<PreparedContent> {
  if (content.byteSize > maxImageBytes) {
    throw new Problem("unsupported_media", `An image can have at most ${maxImageBytes / 1024 / 1024} MiB.`);
  }
  const { picture, variants } = await drawImage({
    siteId: site.id,
    ...format,
    read: () => bytesOf(content, content.byteSize),
  });
  const { content: whole, objects } = preparedPicture(picture);
  for (const { name, ...variant } of variants) {
    if (name === "original") continue;
    const { content: stored, objects: added } = preparedPicture(variant);
    objects.push(...added);
    whole.variants.push({
      name,
      objectId: stored.objectId,
      contentType: stored.contentType,
      byteSize: stored.byteSize,
      sha256: variant.sha256.toString("hex"),
      width: variant.width,
      height: variant.height,
    });
  }
  return { content: whole, objects };
}

const preparedPicture = ({ bytes, sha256, contentType, width, height }: Picture): PreparedContent =>
  prepared(contentOf(bytes, sha256), { byteSize: bytes.length, sha256, contentType }, { width, height });

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
