import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * A form's token is an HMAC of the browser's own cookie: another site can neither read nor guess it, and nothing need
 * be stored. `key` is the installation's secret.
 */
export const csrfToken = (key: Buffer, browser: string): string =>
  createHmac("sha256", key).update(`csrf\n${browser}`).digest("base64url");

export function isCsrfToken(key: Buffer, browser: string | undefined, token: string | undefined): boolean {
  if (browser === undefined || token === undefined) return false;
  const [expected, given] = [Buffer.from(csrfToken(key, browser)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
