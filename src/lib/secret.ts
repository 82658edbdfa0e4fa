import { hash, randomFillSync, timingSafeEqual } from "node:crypto";

const length = 32;
/** Random bytes are drawn for many secrets at once: asking for each costs more than the bytes. */
const drawn = Buffer.allocUnsafeSlow(128 * length);
let used = drawn.length;

/** 256 random bits, prefixed so that a leaked secret can be told apart and searched for. */
export function newSecret(prefix: string): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const end = used + length;
  const secret = `${prefix}_${drawn.toString("base64url", used, end)}`;
  drawn.fill(0, used, end);
  used = end;
  return secret;
}

/** Secrets are stored only as this digest; they are too random to need a slow hash. */
export const digest = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Whether the secret is the one behind the stored digest, in constant time. */
export const matches = (secret: string, stored: Buffer) => timingSafeEqual(digest(secret), stored);
