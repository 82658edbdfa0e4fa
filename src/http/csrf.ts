import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A form token belongs to one browser and to its session: signing in or out makes all earlier tokens invalid. */
export interface CsrfHolder {
  /** The secret of the browser's own cookie. */
  browser: string;
  /** The id of the session, undefined before sign-in. */
  sessionId: string | undefined;
}

const size = 32;

/**
 * The token is an HMAC with the secret of the installation, so that nothing is stored. It is masked by a one-time pad,
 * so that it differs in every response: neither compression (BREACH) nor CSS can reveal it piece by piece.
 */
export function csrfToken(key: Buffer, holder: CsrfHolder): string {
  const pad = randomBytes(size);
  return Buffer.concat([pad, xor(macOf(key, holder), pad)]).toString("base64url");
}

export function isCsrfToken(key: Buffer, holder: CsrfHolder, token: string | undefined): boolean {
  if (token === undefined || !/^[\w-]{86}$/.test(token)) return false;
  const bytes = Buffer.from(token, "base64url");
  return timingSafeEqual(xor(bytes.subarray(size), bytes.subarray(0, size)), macOf(key, holder));
}

const macOf = (key: Buffer, { browser, sessionId = "" }: CsrfHolder): Buffer =>
  createHmac("sha256", key).update(`csrf\n${browser}\n${sessionId}`).digest();

const xor = (bytes: Buffer, pad: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => byte ^ pad[index]!));
