/** Number of leading bytes that media type detection needs. */
export const headLength = 4096;

interface Kind {
  mediaType: string;
  matches: (head: Buffer) => boolean;
}

const starts = (hex: string, at = 0) => {
  const magic = Buffer.from(hex.replaceAll(" ", ""), "hex");
  return (head: Buffer) => head.subarray(at, at + magic.length).equals(magic);
};
const says = (text: string, at = 0) => starts(Buffer.from(text, "latin1").toString("hex"), at);
const both = (a: Kind["matches"], b: Kind["matches"]) => (head: Buffer) => a(head) && b(head);
/** ISO/IEC 14496-12 §4.3: the major brand. */
const brand = (pattern: RegExp) => (head: Buffer) =>
  says("ftyp", 4)(head) && pattern.test(head.toString("latin1", 8, 12));

/** ISO/IEC 23008-12 §10: images with a general major brand name their format among the compatible ones. */
const imageBrand = (pattern: RegExp) => (head: Buffer) => {
  if (!says("ftyp", 4)(head)) return false;
  const size = Math.min(head.readUInt32BE(0), head.length);
  const brands = head.toString("latin1", 8, size).match(/.{4}/gs) ?? [];
  const [major = ""] = brands;
  return (
    pattern.test(major) || (/^m[is]f1$|^miaf$/.test(major) && brands.some((compatible) => pattern.test(compatible)))
  );
};

/** The first match wins. Everything else is text or binary, whatever its name. */
const kinds: readonly Kind[] = [
  { mediaType: "image/png", matches: starts("89 50 4e 47 0d 0a 1a 0a") },
  { mediaType: "image/jpeg", matches: starts("ff d8 ff") },
  { mediaType: "image/gif", matches: (head) => says("GIF87a")(head) || says("GIF89a")(head) },
  { mediaType: "image/webp", matches: both(says("RIFF"), says("WEBP", 8)) },
  { mediaType: "image/avif", matches: imageBrand(/^avi[fs]$/) },
  // ISO/IEC 23008-12, Annex B: images and sequences in HEVC.
  { mediaType: "image/heic", matches: imageBrand(/^he(?:i[cxms]|v[cxms])$/) },
  // TIFF 6.0 §2, and BigTIFF.
  { mediaType: "image/tiff", matches: (head) => /^(?:II[*+]\0|MM\0[*+])/.test(head.toString("latin1", 0, 4)) },
  { mediaType: "application/pdf", matches: says("%PDF-") },
  { mediaType: "audio/mp4", matches: brand(/^M4[AB] $/) },
  { mediaType: "video/quicktime", matches: brand(/^qt {2}$/) },
  { mediaType: "video/mp4", matches: brand(/^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|msnv|MSNV|3gp.|f4v )$/) },
  {
    mediaType: "video/webm",
    matches: both(starts("1a 45 df a3"), (head) => head.subarray(0, 64).includes("webm")),
  },
  {
    mediaType: "video/x-matroska",
    matches: both(starts("1a 45 df a3"), (head) => head.subarray(0, 64).includes("matroska")),
  },
  { mediaType: "audio/wav", matches: both(says("RIFF"), says("WAVE", 8)) },
  { mediaType: "audio/flac", matches: says("fLaC") },
  { mediaType: "audio/ogg", matches: both(says("OggS"), (head) => /OpusHead|vorbis|FLAC|Speex/.test(latin(head))) },
  { mediaType: "video/ogg", matches: both(says("OggS"), (head) => latin(head).includes("theora")) },
  { mediaType: "audio/mpeg", matches: (head) => says("ID3")(head) || isMpegAudio(head) },
  { mediaType: "audio/aac", matches: (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0 },
  { mediaType: "application/zip", matches: (head) => starts("50 4b 03 04")(head) || starts("50 4b 05 06")(head) },
  { mediaType: "application/gzip", matches: starts("1f 8b") },
  // POSIX.1-2017, pax: the magic of a header block.
  { mediaType: "application/x-tar", matches: says("ustar", 257) },
  // RFC 8216 §4: a playlist begins with this tag.
  {
    mediaType: "application/vnd.apple.mpegurl",
    matches: (head) => /^#EXTM3U(?:[ \t\r\n]|$)/.test(head.toString("utf8", 0, 16)),
  },
  { mediaType: "text/vtt", matches: (head) => /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString("utf8", 0, 16)) },
];

/** Types of files that the page of a lecture plays. */
export const playedTypes: readonly string[] = kinds
  .map(({ mediaType }) => mediaType)
  .filter((type) => /^(?:audio|video)\//.test(type));

const latin = (head: Buffer) => head.toString("latin1", 0, 128);

/** ISO/IEC 11172-3: sync word, layer III, valid bit rate and sampling rate. */
const isMpegAudio = ([first = 0, second = 0, third = 0]: Buffer): boolean =>
  first === 0xff && (second & 0xe6) === 0xe2 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;

/**
 * Detects the media type from the first bytes (`headLength` are enough). Markup that browsers execute is not reported
 * as such: HTML counts as plain text, and only `isSvg` detects SVG, which is stored in the output of `cleanSvg`.
 */
export function mediaTypeOf(head: Buffer): string {
  const known = kinds.find(({ matches }) => matches(head));
  if (known) return known.mediaType;
  return isText(head) ? "text/plain" : "application/octet-stream";
}

/** Returns whether the bytes look like UTF-8 text; the last character may be truncated. */
function isText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Detects SVG, which can contain scripts, whatever precedes its root element. */
export function isSvg(head: Buffer): boolean {
  let rest = head.toString().replace(/^\uFEFF/, "");
  for (;;) {
    rest = rest.trimStart();
    // It can contain declarations that end later.
    if (/^<!DOCTYPE\s+svg[\s[>]/i.test(rest)) return true;
    const end = rest.startsWith("<!--") ? "-->" : /^<[?!]/.test(rest) ? ">" : undefined;
    if (end === undefined) return /^<(\w{1,20}:)?svg[\s>/]/i.test(rest);
    const at = rest.indexOf(end);
    if (at < 0) return false;
    rest = rest.slice(at + end.length);
  }
}

/** Images that browsers show. */
export const imageTypes = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/gif",
  "image/avif",
  "image/svg+xml",
] as const;

/** Images that most browsers cannot show. */
const isNotShown = (mediaType: string): boolean => mediaType === "image/heic" || mediaType === "image/tiff";

/** Media types that browsers display inline; all others are downloads. */
export const isInline = (mediaType: string): boolean =>
  mediaType === "application/pdf" || (/^(image|audio|video)\//.test(mediaType) && !isNotShown(mediaType));
