import type { TokenCaller } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { isEventType, eventTypes } from "./event-types.ts";
import type { WebhookEventRow } from "./webhook-event.ts";
import type { WireObjects } from "../webhook-system.ts";
import { nilUuid } from "#lib/nil-uuid.ts";

/**
 * Loads the event's resource with exactly the scope that the event needs, so that the content depends neither on the
 * actor nor on the recipient. If the resource is gone, the event stays as recorded.
 */
export async function loadResource(
  context: Omit<Context, "db"> & { db: Database },
  objects: WireObjects,
  event: WebhookEventRow,
): Promise<WebhookEventRow> {
  if (event.isWhole || !isEventType(event.type)) return event;
  const { object, id } = event.data;
  const { needs } = eventTypes[event.type];
  if (needs === null || typeof object !== "string" || typeof id !== "string") return event;
  const scopes = new Set([needs]);
  const caller: TokenCaller = {
    kind: "token",
    clientId: nilUuid,
    memberId: nilUuid,
    grantId: nilUuid,
    scopes,
    roles: ["owner"],
  };
  const read = await objects.read({ ...context, caller, ifMatch: undefined }, object, id);
  return { ...event, isWhole: true, data: { ...event.data, ...read } };
}
