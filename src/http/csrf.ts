import { randomBytes } from "node:crypto";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

/** A CSRF token is bound to the browser and its session: signing in or out invalidates all earlier tokens. */
export interface CsrfHolder {
  /** The secret in the browser cookie. */
  browser: string;
  /** The session id; undefined before sign-in. */
  sessionId: string | undefined;
}

const size = 32;

/**
 * The token is an HMAC keyed with a secret of the installation, so that no state is stored. It is masked with a
 * one-time pad and differs in every response, which protects it from compression (BREACH) and CSS exfiltration.
 */
export function csrfToken(key: Buffer, holder: CsrfHolder): string {
  const pad = randomBytes(size);
  return Buffer.concat([pad, xor(sign(key, holder), pad)]).toString("base64url");
}

export function isCsrfToken(key: Buffer, holder: CsrfHolder, token: string | undefined): boolean {
  if (token === undefined || !/^[\w-]{86}$/.test(token)) return false;
  const bytes = Buffer.from(token, "base64url");
  const input = xor(bytes.subarray(size), bytes.subarray(0, size));
  return isGenuine(key, input, (accepted) => sign(accepted, holder));
}

const sign = (key: Buffer, { browser, sessionId = "" }: CsrfHolder): Buffer =>
  macOf(key, `csrf\n${browser}\n${sessionId}`);

const xor = (bytes: Buffer, pad: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ pad.readUInt8(index)));
