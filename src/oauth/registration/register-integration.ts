import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { aboutClient } from "../clients/about-client.ts";
import { findClient } from "../clients/queries.ts";
import { OAuthError } from "../error.ts";
import type { Integration } from "../integrations/integration.ts";
import { type Metadata, requireAuthMethod, requireOperatorScopes } from "./metadata.ts";
import type { Registered } from "./registered.ts";

/**
 * Returns the existing client of the integration, which is public and has fixed callbacks. RFC 7591 §3.2.1 allows the
 * response to differ from the request; it states the actual values.
 */
export async function registerIntegration(
  context: RequestContext,
  integration: Integration,
  metadata: Metadata,
): Promise<Registered> {
  requireAuthMethod(metadata);
  requireOperatorScopes(metadata);
  const client = await findClient(context, integration.id);
  if (!client) throw new OAuthError("invalid_client_metadata", `${integration.name} was disabled concurrently.`);

  const { redirect_uris: requested, client_name: name } = metadata;
  await recordAudit(
    context,
    "registerClient",
    aboutClient(client.id, { name, redirectUris: requested, integration: integration.slug }),
  );
  // Requested ones first: some clients use the first of the response.
  const redirectUris = [...new Set([...requested, ...client.redirectUris])];
  return { client: { ...client, redirectUris }, secret: null };
}
