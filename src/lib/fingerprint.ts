import { hash } from "node:crypto";

/** Returns the first `letters` characters of a text's hash. For addresses, ETags and cursors, not for secrets. */
export const fingerprint = (text: string, letters: number): string =>
  hash("sha256", text, "base64url").slice(0, letters);
