import { crc32 } from "node:zlib";
import { newSecret } from "#lib/secrets/secret.ts";

/** Characters of a key that lists display. */
const endingLength = 4;

const checksumLength = 6;

const pattern = /^lak_[A-Za-z0-9_-]{43}[0-9a-z]{6}$/;

/** Creates a key. Its checksum lets secret scanners verify a match without a request. */
export function newApiKey(): string {
  const secret = newSecret("lak");
  return secret + checksumOf(secret);
}

/** Returns true if the text claims to be a key. */
export const isApiKey = (token: string): boolean => token.startsWith("lak_");

/** Returns true if the text has the form and the checksum of a key. */
export const isWellFormedApiKey = (token: string): boolean =>
  pattern.test(token) && token.endsWith(checksumOf(token.slice(0, -checksumLength)));

/** CRC-32 in base 36, at most 7 digits: the last 6. */
const checksumOf = (secret: string): string =>
  crc32(secret).toString(36).padStart(checksumLength, "0").slice(-checksumLength);

export const endingOf = (key: string): string => key.slice(-endingLength);
