import { createECDH, createPrivateKey, hkdfSync } from "node:crypto";
import { signJwt } from "../secrets/sign-jwt.ts";

/** The order of P-256 (SEC 2 §2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Identifies a sender to push services (RFC 8292). */
export interface VapidKey {
  /** 32 bytes. */
  secret: Buffer;
  /** An uncompressed point. */
  publicKey: Buffer;
}

/** Derives the key of a sender, so that nothing stores it. Sixteen more bytes than the order make it uniform. */
export function deriveVapidKey(key: Buffer, purpose: string): VapidKey {
  const bytes = Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), purpose, 48));
  const scalar = (BigInt(`0x${bytes.toString("hex")}`) % (order - 1n)) + 1n;
  return vapidKeyOf(Buffer.from(scalar.toString(16).padStart(64, "0"), "hex"));
}

export function vapidKeyOf(secret: Buffer): VapidKey {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return { secret, publicKey: pair.getPublicKey() };
}

/** Seconds. Push services accept 24 hours at most (RFC 8292 §2). */
const lifetime = 12 * 3600;

/** The `Authorization` header for a push service. `subject` is an address at which it reaches the sender. */
export function authorizeSender(
  key: VapidKey,
  endpoint: URL,
  { subject, now }: { subject: string; now: Date },
): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + lifetime, sub: subject };
  return `vapid t=${signJwt(privateKeyOf(key), { typ: "JWT" }, claims)}, k=${encode(key.publicKey)}`;
}

const privateKeyOf = ({ secret, publicKey }: VapidKey) =>
  createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: encode(secret),
      x: encode(publicKey.subarray(1, 33)),
      y: encode(publicKey.subarray(33)),
    },
  });

const encode = (bytes: Buffer): string => bytes.toString("base64url");
