import { aDigest, daysAgo, type Kind } from "./purged-kind.ts";

/** Rows of sign-ins. */
export const kindsOfSignIn: readonly Kind[] = [
  {
    name: "spentChallenges",
    table: "spent_challenges",
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), expiresAt }),
  },
  {
    name: "mailLinks",
    table: "mail_links",
    keptDays: 0,
    row: (expiresAt) => ({
      digest: aDigest(),
      purpose: "sign_up",
      email: "ana@example.test",
      createdAt: daysAgo(100),
      expiresAt,
    }),
  },
  {
    name: "providerRequests",
    table: "provider_requests",
    keptDays: 0,
    row: (expiresAt, { providerId }) => ({
      digest: aDigest(),
      browserDigest: aDigest(),
      providerId,
      purpose: "sign_in",
      createdAt: daysAgo(100),
      expiresAt,
    }),
  },
  {
    name: "usedLogoutTokens",
    table: "used_logout_tokens",
    keptDays: 0,
    row: (expiresAt) => ({ digest: aDigest(), expiresAt }),
  },
  {
    name: "signInCodes",
    table: "sign_in_codes",
    keptDays: 0,
    row: (expiresAt) => ({
      browserDigest: aDigest(),
      linkDigest: aDigest(),
      digitsDigest: aDigest(),
      email: "ana@example.test",
      createdAt: daysAgo(100),
      expiresAt,
    }),
  },
];
