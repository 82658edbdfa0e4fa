import { hash } from "node:crypto";

/** So many letters of a hash of a text: another text has others. For addresses, ETags and cursors, not for secrets. */
export const fingerprint = (text: string, letters: number): string =>
  hash("sha256", text, "base64url").slice(0, letters);
