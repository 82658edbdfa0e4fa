import * as z from "zod";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { RequestContext } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { digest, newSecret } from "#lib/secret.ts";
import { type Client, formatClientId } from "../clients/client.ts";
import { insertClient } from "../clients/queries.ts";
import { OAuthError } from "../error.ts";
import { isHttpsRedirect, isLoopbackRedirect } from "../redirect-uri.ts";
import { parseScopes } from "../requested-scopes.ts";

const maxRedirectUris = 20;

/** What PostgreSQL can keep and a page can show: no control characters, no halves of a pair. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), "holds control characters");

/** RFC 7591 §2, as far as it is read here; unknown fields are ignored. */
const Metadata = z.object({
  redirect_uris: z.array(z.string()).max(maxRedirectUris).nullish(),
  client_name: text(200).trim().min(1).nullish(),
  application_type: text(50).nullish(),
  token_endpoint_auth_method: z.string().max(100).nullish(),
  scope: z.string().max(2000).nullish(),
});
type Metadata = z.output<typeof Metadata>;

export interface Registered {
  client: Client;
  /** Told once. */
  secret: string | null;
  scope: string | undefined;
}

/** Registers a client (RFC 7591 §3.1), or refuses it in the order of the contract (§5.2.2). */
export async function registerClient(context: RequestContext, body: unknown): Promise<Registered> {
  const metadata = readMetadata(body);
  const redirectUris = requireLoopback(metadata.redirect_uris ?? []);
  const method = requireAuthMethod(metadata);
  const scope = metadata.scope ?? undefined;
  if (scope !== undefined) requireOperatorScopes(scope);

  const secret = method === "none" ? null : newSecret("lcs");
  const client: Client = {
    id: newId(),
    name: metadata.client_name ?? new URL(redirectUris[0]!).host,
    origin: "registered",
    audience: "operator",
    tokenEndpointAuthMethod: method,
    applicationType: metadata.application_type ?? null,
    redirectUris,
    scopes: null,
    secretDigest: secret === null ? null : digest(secret),
    previousSecretDigest: null,
    previousSecretExpiresAt: null,
    metadataUrl: null,
    documentExpiresAt: null,
    version: 1,
    createdAt: context.now,
  };
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await insertClient(inside, client);
    await recordAudit(inside, "registerClient", {
      resourceType: "client",
      resourceId: formatClientId(client.id),
      clientId: client.id,
      details: { name: client.name, redirectUris },
    });
  });
  return { client, secret, scope };
}

function readMetadata(body: unknown): Metadata {
  const result = Metadata.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path[0];
  const text = `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "is not readable"}. Send JSON by RFC 7591.`;
  throw new OAuthError(field === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata", text);
}

/**
 * Loopback redirects register freely. A fixed https callback needs a known integration, and a request without any is
 * that of a vendor's platform, known by its name; this installation knows neither.
 */
function requireLoopback(redirectUris: readonly string[]): string[] {
  if (redirectUris.length === 0) {
    throw new OAuthError(
      "invalid_client_metadata",
      "No redirect_uris: that is for platforms this site knows by client_name, and it knows none by this name.",
    );
  }
  if (redirectUris.every(isLoopbackRedirect)) return [...new Set(redirectUris)];
  if (redirectUris.every((uri) => isLoopbackRedirect(uri) || isHttpsRedirect(uri))) {
    throw new OAuthError(
      "invalid_redirect_uri",
      "A fixed https callback needs an integration that this site knows. Register http://127.0.0.1:PORT/PATH, or ask the school.",
    );
  }
  throw new OAuthError(
    "invalid_redirect_uri",
    "redirect_uris must be loopback addresses like http://127.0.0.1:PORT/PATH, without fragment or user information.",
  );
}

function requireAuthMethod({ token_endpoint_auth_method: method }: Metadata): "none" | "client_secret_post" {
  if (method === undefined || method === null || method === "none") return "none";
  if (method === "client_secret_post") return method;
  throw new OAuthError("invalid_client_metadata", "token_endpoint_auth_method must be none or client_secret_post.");
}

function requireOperatorScopes(scope: string): void {
  const refused = parseScopes(scope).filter((name) => name.startsWith("account:"));
  if (refused.length === 0) return;
  throw new OAuthError(
    "invalid_scope",
    `${refused.join(" ")} is for member clients, which a school makes itself in its admin area.`,
  );
}
