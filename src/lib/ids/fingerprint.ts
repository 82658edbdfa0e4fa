import { createHash, hash } from "node:crypto";
import { mapInSlices } from "../event-loop/map-in-slices.ts";

/** Returns the first `letters` characters of a content's hash. For addresses, ETags and cursors, not for secrets. */
export const fingerprint = (text: string | Uint8Array, letters: number): string =>
  hash("sha256", text, "base64url").slice(0, letters);

/** The same of a text in pieces. Lets the event loop turn between them. */
export async function fingerprintOfPieces(pieces: readonly string[], letters: number): Promise<string> {
  const [first, ...others] = pieces;
  if (first !== undefined && others.length === 0) return fingerprint(first, letters);
  const whole = createHash("sha256");
  await mapInSlices(pieces, (piece) => void whole.update(piece));
  return whole.digest("base64url").slice(0, letters);
}
