import { hash, timingSafeEqual } from "node:crypto";
import { withRandomBytes } from "./random.ts";

/** 256 random bits, prefixed so that a leaked secret can be told apart and searched for. */
export const newSecret = (prefix: string): string =>
  withRandomBytes(32, (bytes) => `${prefix}_${bytes.toString("base64url")}`);

/**
 * Secrets are stored only as this digest; they are too random to need a slow hash. By way of a string, since Node allocates
 * memory of its own outside of the heap for each hash that it answers as bytes, which takes longer than the hash.
 */
export const digest = (secret: string): Buffer => Buffer.from(hash("sha256", secret, "hex"), "hex");

/** Whether the secret is the one behind the stored digest, in constant time. */
export const matches = (secret: string, stored: Buffer) => timingSafeEqual(digest(secret), stored);
