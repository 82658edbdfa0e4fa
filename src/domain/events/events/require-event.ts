import type { Context } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import type { Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { EventRecord } from "./event.ts";
import { findEvent, lockEvent } from "./queries.ts";

export const eventNotFound = (reference: Reference): Problem => resourceNotFound("event", reference);

export async function requireEventToRead(context: Context, reference: Reference): Promise<EventRecord> {
  const event = await findEvent(context, reference, context.now);
  if (!event) throw eventNotFound(reference);
  return event;
}

/** Returns the event and locks it, including its seat count, until the transaction ends. */
export async function requireLockedEvent(context: Context, reference: Reference): Promise<EventRecord> {
  const event = await lockEvent(context, reference, context.now);
  if (!event || event.deletedAt) throw eventNotFound(reference);
  return event;
}

/** Returns the event, locked. Throws unless If-Match matches its version. */
export async function requireEvent(context: Context, reference: Reference): Promise<EventRecord> {
  const event = await requireLockedEvent(context, reference);
  requireVersion(context, event);
  return event;
}
