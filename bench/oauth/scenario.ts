import { createHash, randomBytes } from "node:crypto";

/** Data shared by all contenders: people, two clients and their scopes. */
export const members = 1000;

export const redirectUri = "https://client.example/callback";

export const scopes = ["openid", "profile", "email"] as const;
export const scope = scopes.join(" ");
/** Without `openid`, no ID token is signed. */
export const plainScopes = ["profile", "email"] as const;

/** RFC 7636 §4.1: each code has its own challenge. */
export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

export const memberName = (index: number) => `Member ${index}`;
export const memberEmail = (index: number) => `member-${index}@school.example`;

export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_unused, index) => make(index));

/** In seconds. Longer than any run, so that prepared credentials do not expire before use. */
export const longLived = 24 * 3600;
