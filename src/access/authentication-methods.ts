/**
 * Authentication methods: values of RFC 8176 §2. `fed` (another provider signed them in) and `mail` (a mailed link)
 * have no value there.
 */
export type AuthenticationMethod = "pwd" | "otp" | "hwk" | "swk" | "user" | "mfa" | "fed" | "mail";

/** Methods that a provider or an older process may have stored too. */
export type StoredMethods = readonly string[];

/** An authentication of a person: its time and methods. */
export interface Authentication {
  authenticatedAt: Date;
  amr: StoredMethods;
}

/** Adds methods to those of an earlier authentication. */
export const withMethod = (added: AuthenticationMethod, methods: StoredMethods): StoredMethods => [
  ...new Set([...methods, added]),
];

/** True if the person proved two factors. A passkey with user verification counts as two. */
export const hasTwoFactors = (methods: StoredMethods): boolean => methods.includes("mfa");

/** True for a passkey: its signature names the site, so that no other site can collect it. */
export const resistsPhishing = (methods: StoredMethods): boolean =>
  hasTwoFactors(methods) && (methods.includes("hwk") || methods.includes("swk"));
