import { digest, matches } from "#lib/secrets/secret.ts";

/** Long enough for slow mail, and short for a mailbox that others read later. */
export const lifetimeMs = 15 * 60_000;

/** Digits that a person can enter for one code. */
export const maxTries = 5;

/** A code that this browser asked for and that has neither been used nor expired. */
export interface SignInCode {
  linkDigest: Buffer;
  digitsDigest: Buffer;
  /** As entered in the browser. */
  email: string;
  /** Null: the address signs nobody in here, and nothing was mailed. */
  memberId: string | null;
  tries: number;
  /** The authorization request that waits for the sign-in. */
  authorizationId: string | null;
  /** Page of the site that follows, checked by the caller. */
  returnTo: string | null;
  expiresAt: Date;
}

/**
 * Returns the six digits that belong to the secret of a mailed link. Only the digest of the secret is stored, so the
 * database never has the digits. 48 bits make all digits equally likely.
 */
export const digitsOf = (secret: string): string =>
  String(digest(`sign-in digits\n${secret}`).readUIntBE(0, 6) % 1_000_000).padStart(6, "0");

/** Digest of the digits in one browser. Its secret keeps readers of the database from trying all million. */
export const digestOfDigits = (digits: string, browser: string): Buffer => digest(boundTo(digits, browser));

export const areDigits = (digits: string, browser: string, stored: Buffer): boolean =>
  matches(boundTo(digits, browser), stored);

const boundTo = (digits: string, browser: string): string => `${browser}\n${digits}`;

/** Reads digits as people enter them: with spaces, hyphens or full-width forms. Undefined unless there are six. */
export function readDigits(typed: string): string | undefined {
  const digits = typed.slice(0, 100).normalize("NFKC").replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
