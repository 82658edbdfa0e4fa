import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import type { Config } from "#server/config.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";

/** Lets a command seal the secrets of webhook endpoints. It sends no events. */
export const openWebhooks = (config: Config): WebhookSystem => ({
  key: deriveKey(loadSecretKey(config), "lectern webhooks"),
});
