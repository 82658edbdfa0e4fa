import { hash, timingSafeEqual } from "node:crypto";
import { withRandomBytes } from "../ids/random.ts";

/** Creates a secret of 256 random bits with a prefix, so that a leaked secret is identifiable and searchable. */
export const newSecret = (prefix: string): string =>
  withRandomBytes(32, (bytes) => `${prefix}_${bytes.toString("base64url")}`);

/**
 * Secrets are stored only as this digest; they are too random to need a slow hash. Goes through a hex string, because
 * Node.js allocates off-heap memory for every binary digest, which takes longer than the hash.
 */
export const digest = (secret: string): Buffer => Buffer.from(hash("sha256", secret, "hex"), "hex");

/** Compares a secret with the stored digest in constant time. */
export const matches = (secret: string, stored: Buffer) => timingSafeEqual(digest(secret), stored);
