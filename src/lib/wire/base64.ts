/**
 * Decodes base64 (RFC 4648 §4) strictly, with or without its padding. Node.js ignores foreign characters and unused
 * bits, so that many texts would mean the same bytes.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  const exact = bytes.toString("base64");
  return text === exact || text === exact.replaceAll("=", "") ? bytes : undefined;
}

/** Decodes base64url without padding strictly, as JWTs are encoded (RFC 7515 §2). */
export function decodeBase64Url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return text === bytes.toString("base64url") ? bytes : undefined;
}
