import { isUtf8 } from "node:buffer";
import { notUtf8, requireEncodedText, requireUtf8Charset } from "./text.ts";
import { TransportError } from "./transport-error.ts";

/** Bytes of the headers of one part, as the parser limits them. */
const maxHeaders = 80 * 1024;

const endOfHeaders = Buffer.from("\r\n\r\n");

const nameOfNames = "A name in the multipart form";

/**
 * Checks the headers and the fields of a multipart form while its body passes by (RFC 7578 §5.1). The parser would
 * replace bytes that are not UTF-8, and decode other charsets without saying so.
 */
export function multipartTextCheck(contentType: string): (chunk: Buffer) => void {
  const [, quoted, plain] = /;[ \t]*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain ?? ""}`);
  // The first delimiter has no line break before it.
  let rest = Buffer.from("\r\n");
  let isInHeaders = false;
  /** Decodes the field that passes by; undefined for a file. */
  let field: ReturnType<typeof newDecoder> | undefined;

  return (chunk) => {
    let bytes = Buffer.concat([rest, chunk]);
    for (;;) {
      const mark = isInHeaders ? endOfHeaders : delimiter;
      const start = bytes.indexOf(mark);
      if (start < 0) break;
      const before = bytes.subarray(0, start);
      if (isInHeaders) field = isField(readableHeaders(before)) ? newDecoder() : undefined;
      else requireText(field, before);
      bytes = bytes.subarray(start + mark.length);
      isInHeaders = !isInHeaders;
    }
    if (isInHeaders && bytes.length > maxHeaders) {
      throw new TransportError("invalid_request", "The headers of a part of the form are too long.");
    }
    // The end of content may be the beginning of a delimiter.
    const passed = isInHeaders ? 0 : Math.max(0, bytes.length - delimiter.length);
    requireText(field, bytes.subarray(0, passed), { stream: true });
    rest = Buffer.from(bytes.subarray(passed));
  };
}

const newDecoder = () => new TextDecoder("utf-8", { fatal: true });

function requireText(
  decoder: ReturnType<typeof newDecoder> | undefined,
  bytes: Buffer,
  options?: { stream: boolean },
): void {
  try {
    decoder?.decode(bytes, options);
  } catch {
    throw notUtf8("A field of the multipart form");
  }
}

/** Returns the headers of a part, one per line. */
function readableHeaders(bytes: Buffer): string[] {
  if (!isUtf8(bytes)) throw notUtf8(nameOfNames);
  const headers = bytes
    .toString()
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  for (const header of headers) {
    if (/^content-type:/i.test(header)) requireUtf8Charset(header, "A part of the multipart form");
    const [, charset, encoded] = /;[ \t]*(?:file)?name\*[ \t]*=[ \t]*([^';]*)(.*)/i.exec(header) ?? [];
    if (charset === undefined) continue;
    // RFC 8187 §3.2.1 requires UTF-8.
    if (!/^utf-8$/i.test(charset)) {
      throw new TransportError(
        "unsupported_media_type",
        "A file name in the multipart form declares another charset than UTF-8. Send UTF-8.",
      );
    }
    requireEncodedText(encoded ?? "", nameOfNames);
  }
  return headers;
}

/** As the parser distinguishes fields from files. */
const isField = (headers: readonly string[]): boolean =>
  !headers.some(
    (header) =>
      /^content-disposition:.*;[ \t]*filename\*?[ \t]*=/i.test(header) ||
      /^content-type:[ \t]*application\/octet-stream/i.test(header),
  );
