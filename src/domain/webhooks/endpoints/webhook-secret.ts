import { createHmac } from "node:crypto";
import { withRandomBytes } from "#lib/ids/random.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";

const prefix = "whsec_";

/** Standard Webhooks symmetric secret: a prefix followed by the key in base64. */
export const newWebhookSecret = (): string => withRandomBytes(32, (bytes) => `${prefix}${bytes.toString("base64")}`);

export const boxOfWebhookSecret = (siteId: string, endpointId: string) => `webhook secret ${siteId} ${endpointId}`;

export const sealWebhookSecret = (key: Buffer, secret: string, siteId: string, endpointId: string): Buffer =>
  seal(key, Buffer.from(secret), boxOfWebhookSecret(siteId, endpointId));

const openWebhookSecret = (key: Buffer, sealed: Buffer, siteId: string, endpointId: string): string =>
  open(key, sealed, boxOfWebhookSecret(siteId, endpointId)).toString();

/** Returns whether the secret was sealed with this key. */
export function opensWebhookSecret(key: Buffer, sealed: Buffer, siteId: string, endpointId: string): boolean {
  try {
    openWebhookSecret(key, sealed, siteId, endpointId);
    return true;
  } catch {
    return false;
  }
}

/** Returns the valid secrets, newest first. */
export function secretsOf(key: Buffer, siteId: string, endpoint: WebhookEndpointRecord, now: Date): string[] {
  const { id, secret, previousSecret, previousSecretExpiresAt } = endpoint;
  const overlaps = previousSecret && previousSecretExpiresAt && previousSecretExpiresAt > now;
  return [secret, ...(overlaps ? [previousSecret] : [])].map((sealed) => openWebhookSecret(key, sealed, siteId, id));
}

interface Signed {
  id: string;
  body: string;
  now: Date;
}

/** Returns the Standard Webhooks headers, with one signature per valid secret. */
export function signWebhook(secrets: readonly string[], { id, body, now }: Signed): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
