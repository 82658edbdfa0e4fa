import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/record-event.ts";

/** A member has allowed a client, or that has ended: what subscribers are told is the grant, whatever the reason. */
export const grantEvent = (type: "oauth_client.authorized" | "oauth_client.revoked", grantId: string): OutboxEvent =>
  eventAbout(type, "grant", grantId);
