/**
 * Expected response to a registration by the contract (§5.2.2, §7) and the design ("Registration … in this order"),
 * implemented a second time from their text alone. Kinds stand for concrete values.
 */

export const redirects = {
  "left out": [],
  null: [],
  "an empty list": [],
  loopback: ["loopback"],
  "two of loopback": ["loopback", "loopback"],
  "the callback": ["https, ours"],
  "both callbacks": ["https, ours", "https, ours"],
  "a callback of another integration": ["https, theirs"],
  "a callback of each": ["https, ours", "https, theirs"],
  "an unknown callback": ["https, nobody's"],
  "the callback and an unknown one": ["https, ours", "https, nobody's"],
  "the callback and loopback": ["https, ours", "loopback"],
  "a scheme of its own": ["anything else"],
  "http to a host": ["anything else"],
  "the callback, with a fragment": ["anything else"],
} as const satisfies Record<string, readonly string[]>;

export const names = ["left out", "ours", "theirs", "nobody's"] as const;
export const methods = ["left out", "none", "client_secret_post", "client_secret_basic"] as const;
export const scopes = ["left out", "openid courses:read", "openid account:read"] as const;
/** State of the integration at the site. The other one is always enabled. */
export const states = ["not known", "known", "enabled", "disabled"] as const;

export interface Registration {
  redirect: keyof typeof redirects;
  name: (typeof names)[number];
  method: (typeof methods)[number];
  scope: (typeof scopes)[number];
}

export type Outcome =
  | { error: "invalid_redirect_uri" | "invalid_client_metadata" | "invalid_scope" }
  | { client: "new"; secret: boolean }
  | { client: "ours" | "theirs"; secret: false };

export function expected({ redirect, name, method, scope }: Registration, state: (typeof states)[number]): Outcome {
  const uris: readonly string[] = redirects[redirect];
  // An integration that is not enabled at the site is unknown there.
  const integrations = state === "enabled" ? ["ours", "theirs"] : ["theirs"];
  let client: "new" | "ours" | "theirs" = "new";

  if (uris.length > 0 && uris.every((uri) => uri === "loopback")) {
    // 1. "any client may register"
  } else if (uris.length > 0 && uris.every((uri) => uri.startsWith("https, "))) {
    // 2. "it must belong to a known integration, else `invalid_redirect_uri`"
    const owner = integrations.find((one) => uris.every((uri) => uri === `https, ${one}`));
    if (owner === undefined) return { error: "invalid_redirect_uri" };
    // "then `client_name` must match that integration, else `invalid_client_metadata`"
    if (name !== owner) return { error: "invalid_client_metadata" };
    client = owner as "ours" | "theirs";
  } else if (uris.length === 0) {
    // 3. "vendor-platform registration by `client_name` alone … unrecognised → `invalid_client_metadata`"
    if (!integrations.includes(name)) return { error: "invalid_client_metadata" };
    client = name as "ours" | "theirs";
  } else {
    // 4. "anything else"
    return { error: "invalid_redirect_uri" };
  }

  // "any other method than the two → `invalid_client_metadata`"
  if (method === "client_secret_basic") return { error: "invalid_client_metadata" };
  // "A `scope` in the request that names `account:*` → `invalid_scope`"
  if (scope.includes("account:")) return { error: "invalid_scope" };
  // "that platform's own `client_id` (and no secret)"
  return client === "new" ? { client, secret: method === "client_secret_post" } : { client, secret: false };
}
