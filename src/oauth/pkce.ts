import { hash } from "node:crypto";
import { invalidRequest } from "./error.ts";

/** RFC 7636 §4.2: S256 yields 32 bytes, which is 43 base64url characters. */
export const isChallenge = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text);

/** BASE64URL(SHA256(verifier)), RFC 7636 §4.6. The challenge is not secret, so the database may compare it. */
export const challengeOf = (verifier: string) => hash("sha256", verifier, "base64url");

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
export function requireVerifier(verifier: string): string {
  if (/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return verifier;
  throw invalidRequest("code_verifier must be 43 to 128 letters, digits or -._~ (RFC 7636 section 4.1).");
}
