import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, prefixed so that a leaked secret can be told apart and searched for. */
export const newSecret = (prefix: string) => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** Secrets are stored only as this digest; they are too random to need a slow hash. */
export const digest = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Whether the secret is the one behind the stored digest, in constant time. */
export const matches = (secret: string, stored: Buffer) => timingSafeEqual(digest(secret), stored);
