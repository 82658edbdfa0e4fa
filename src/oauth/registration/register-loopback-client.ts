import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { aboutClient } from "../clients/about-client.ts";
import type { Client } from "../clients/client.ts";
import { carriesSchoolName } from "../clients/client-name.ts";
import { insertClient } from "../clients/queries.ts";
import { OAuthError } from "../error.ts";
import { type Metadata, requireAuthMethod, requireOperatorScopes, requirePostLogoutRedirects } from "./metadata.ts";
import type { Registered } from "./registered.ts";

/** Creates a client of its own for a program on the user's computer. */
export async function registerLoopbackClient(context: RequestContext, metadata: Metadata): Promise<Registered> {
  const { redirect_uris: redirectUris, client_name, application_type } = metadata;
  const [firstRedirect = ""] = redirectUris;
  const method = requireAuthMethod(metadata);
  requireOperatorScopes(metadata);
  if (client_name) requireOwnName(context, client_name);

  const secret = method === "none" ? null : newSecret("lcs");
  const client: Client = {
    id: newId(),
    name: client_name ?? new URL(firstRedirect).host,
    origin: "registered",
    audience: "operator",
    tokenEndpointAuthMethod: method,
    applicationType: application_type ?? null,
    redirectUris,
    postLogoutRedirectUris: requirePostLogoutRedirects(metadata),
    introspectsAllTokens: false,
    scopes: null,
    secretDigest: secret === null ? null : digest(secret),
    previousSecretDigest: null,
    previousSecretExpiresAt: null,
    metadataUrl: null,
    documentExpiresAt: null,
    review: null,
    version: 1,
    createdAt: context.now,
  };
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await insertClient(inside, client);
    await recordAudit(inside, "registerClient", aboutClient(client.id, { name: client.name, redirectUris }));
  });
  return { client, secret };
}

function requireOwnName({ site }: RequestContext, name: string): void {
  if (!carriesSchoolName(site, name)) return;
  throw new OAuthError(
    "invalid_client_metadata",
    "client_name contains the name of this school. Choose another name, or ask the school to create the client in its admin area.",
  );
}
