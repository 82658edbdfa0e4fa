import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";

/** Builds the event for a granted or ended authorization. Its object is the grant, whatever the reason. */
export const grantEvent = (type: "oauth_client.authorized" | "oauth_client.revoked", grantId: string): OutboxEvent =>
  eventAbout(type, "grant", grantId);
