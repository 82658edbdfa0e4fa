import { createHash, hash } from "node:crypto";

/** Returns the first `letters` characters of a text's hash. For addresses, ETags and cursors, not for secrets. */
export const fingerprint = (text: string, letters: number): string =>
  hash("sha256", text, "base64url").slice(0, letters);

/** The same of a text in pieces. */
export function fingerprintOfPieces(pieces: readonly string[], letters: number): string {
  if (pieces.length === 1) return fingerprint(pieces[0]!, letters);
  const whole = createHash("sha256");
  for (const piece of pieces) whole.update(piece);
  return whole.digest("base64url").slice(0, letters);
}
