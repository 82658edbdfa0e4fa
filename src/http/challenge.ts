import { formatScopes, type Scope } from "#access/scopes.ts";
import type { Site } from "#domain/sites/site.ts";

/** Why a protected resource refuses (RFC 6750 §3.1). `role_required` is ours, and comes without a challenge. */
export type RefusalCode = "invalid_token" | "insufficient_scope" | "role_required";

/** A refusal at a protected resource: each surface puts its challenge into the header and its text into a body. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What a client should ask for: what is granted already and what is needed. */
  readonly scopes: readonly Scope[];

  constructor(code: RefusalCode, message: string, scopes: readonly Scope[] = []) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.scopes = scopes;
  }

  get status(): 401 | 403 {
    return this.code === "invalid_token" ? 401 : 403;
  }
}

/** RFC 6750 §3 with the pointer of RFC 9728 §5.1. A lost role is no matter of scopes: a challenge would loop. */
export function challengeOf(site: Site, refusal: Refusal): string | undefined {
  if (refusal.code === "role_required") return undefined;
  const parameters = [
    ["error", refusal.code],
    ["error_description", refusal.message],
    ...(refusal.scopes.length > 0 ? [["scope", formatScopes(refusal.scopes)]] : []),
    ["resource_metadata", `${site.origin}/.well-known/oauth-protected-resource`],
  ];
  return `Bearer ${parameters.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
