import * as z from "zod";
import { isOneLine } from "#lib/text/one-line.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { OAuthError } from "../error.ts";
import { isLoopbackRedirect } from "../redirect-uri.ts";
import { parseScopes } from "../requested-scopes.ts";

const maxRedirectUris = 20;

/** Text that PostgreSQL can store and a page can show: no control characters, no lone surrogates. */
const text = (max: number) => z.string().max(max).refine(isOneLine, "contains control characters");

const isVisibleName = (name: string) => nameFlaw(name) === undefined;
const describeNameFlaw = { error: ({ input }: { input?: unknown }) => nameFlaw(String(input)) };

/** The supported part of RFC 7591 §2; unknown fields are ignored. */
const Metadata = z.object({
  redirect_uris: z
    .array(z.string())
    .max(maxRedirectUris)
    .nullish()
    .transform((uris) => [...new Set(uris)]),
  post_logout_redirect_uris: z
    .array(z.string())
    .max(maxRedirectUris)
    .nullish()
    .transform((uris) => [...new Set(uris)]),
  client_name: z.string().trim().max(200).refine(isVisibleName, describeNameFlaw).nullish(),
  application_type: text(50).nullish(),
  token_endpoint_auth_method: z.string().max(100).nullish(),
  scope: z.string().max(2000).nullish(),
});
export type Metadata = z.output<typeof Metadata>;

export function readMetadata(body: unknown): Metadata {
  const result = Metadata.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path[0];
  const text = `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "is not readable"}. Send JSON as in RFC 7591.`;
  throw new OAuthError(field === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata", text);
}

export function requireAuthMethod({ token_endpoint_auth_method: method }: Metadata): "none" | "client_secret_post" {
  if (method === undefined || method === null || method === "none") return "none";
  if (method === "client_secret_post") return method;
  throw new OAuthError("invalid_client_metadata", "token_endpoint_auth_method must be none or client_secret_post.");
}

/** OpenID Connect RP-Initiated Logout §3.1, with the rules of `redirect_uris`: loopback addresses only. */
export function requirePostLogoutRedirects({ post_logout_redirect_uris: uris }: Metadata): string[] {
  if (uris.every(isLoopbackRedirect)) return uris;
  throw new OAuthError(
    "invalid_client_metadata",
    "post_logout_redirect_uris must be loopback addresses like http://127.0.0.1:PORT/PATH.",
  );
}

/**
 * A requested `scope` is only checked: scopes that no registered client can get fail at registration, not at first
 * use.
 */
export function requireOperatorScopes({ scope }: Metadata): void {
  const refused = scope ? parseScopes(scope).filter((name) => name.startsWith("account:")) : [];
  if (refused.length === 0) return;
  throw new OAuthError(
    "invalid_scope",
    `${refused.join(" ")} is for member clients, which administrators create in the admin area.`,
  );
}
