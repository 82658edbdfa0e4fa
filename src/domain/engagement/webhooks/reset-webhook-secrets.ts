import type { Context } from "#domain/platform/context.ts";
import { disableEndpoint } from "./disable-endpoint.ts";
import { listAllEndpoints, updateEndpoint } from "./endpoint-queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "./webhook-secret.ts";

/**
 * Replaces the secrets of a site's endpoints, which can no longer be opened, and disables the endpoints: receivers
 * would reject what is signed with a secret that they do not have. For a transaction. Returns the number of endpoints.
 */
export async function resetWebhookSecrets(context: Context, key: Buffer): Promise<number> {
  const { site, now } = context;
  const endpoints = await listAllEndpoints(context);
  for (const endpoint of endpoints) {
    const secret = sealWebhookSecret(key, newWebhookSecret(), site.id, endpoint.id);
    const fresh = { secret, previousSecret: null, previousSecretExpiresAt: null };
    await updateEndpoint(context, endpoint.id, fresh, now);
    if (endpoint.status === "enabled") await disableEndpoint(context, endpoint, "secret_lost");
  }
  return endpoints.length;
}
