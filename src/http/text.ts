import { isUtf8 } from "node:buffer";
import { TransportError } from "./transport-error.ts";

/**
 * Decodes text of a request. Throws if it is not UTF-8: replacing bytes (U+FFFD) would store another text than the client sent.
 * `name`: the part of the request, at the start of the message.
 */
export function decodeText(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) throw notUtf8(name);
  return bytes.toString();
}

const byteOrderMark = "\uFEFF";

/** A byte order mark before JSON is ignored, as RFC 8259 §8.1 permits: programs on Windows write it. */
export const decodeJsonText = (bytes: Buffer): string => {
  const text = decodeText(bytes, "The request body");
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
};

const sequence = /(?:%[\da-f]{2})+/gi;

/** Throws if percent-encoded bytes are not UTF-8 (RFC 3986 §2.5, URL §5.1). */
export function requireEncodedText(encoded: string, name: string): void {
  // ASCII needs no check.
  if (!/%[89a-f]/i.test(encoded)) return;
  for (const [bytes] of encoded.matchAll(sequence)) {
    if (!isUtf8(Buffer.from(bytes.replaceAll("%", ""), "hex"))) throw notUtf8(name);
  }
}

/** Throws if a media type declares another charset than UTF-8. */
export function requireUtf8Charset(contentType: string, name: string): void {
  const [, quoted, plain] = /;[ \t]*charset[ \t]*=[ \t]*(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const charset = quoted ?? plain;
  if (charset === undefined || /^utf-?8$/i.test(charset)) return;
  throw new TransportError("unsupported_media_type", `${name} declares another charset than UTF-8. Send UTF-8.`);
}

export const notUtf8 = (name: string): TransportError =>
  new TransportError("invalid_request", `${name} is not valid UTF-8. Encode its text as UTF-8.`);
