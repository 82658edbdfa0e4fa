import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { listOwners } from "#domain/messages/mail/mail-owners.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { failPending } from "../deliveries/queries.ts";
import { updateEndpoint } from "./queries.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";
import { asSystem } from "#domain/platform/system-context.ts";

type Reason = "gone" | "failing" | "grant_ended" | "secret_lost";

const day = 86_400_000;

/** Disables the endpoint and notifies the school's owners. Requires a transaction that has locked the endpoint. */
export async function disableEndpoint(context: Context, endpoint: WebhookEndpointRecord, reason: Reason) {
  const { id, url } = endpoint;
  const status = reason === "grant_ended" ? "disabled" : "auto_disabled";
  const bySystem = asSystem(context);
  await updateEndpoint(bySystem, id, { status, disabledReason: reason }, context.now);
  await failPending(bySystem, id, "the endpoint was disabled", context.now);
  const objectId = formatId("webhookEndpoint", id);
  await recordAudit(bySystem, "disableWebhookEndpoint", {
    resourceType: "webhook_endpoint",
    resourceId: objectId,
    details: { reason, url },
  });
  const data = { id: objectId, object: "webhook_endpoint" };
  await recordEvent(bySystem, { type: "webhook_endpoint.disabled", objectId, data });
  if (status === "auto_disabled") await writeToOwners(bySystem, endpoint);
}

async function writeToOwners(context: Context, { url }: WebhookEndpointRecord): Promise<void> {
  const { mail, site, now } = context;
  if (!mail) return;
  const link = `${site.origin}/admin/webhooks`;
  const until = new Date(now.getTime() + 7 * day);
  for (const { email, locale } of await listOwners(context)) {
    const to = { email, locale: mailLocale(locale, mailLocale(site.defaultLocale, locales[0])), until };
    await mail.post(context, to, { kind: "webhookDisabled", link, message: url });
  }
}
