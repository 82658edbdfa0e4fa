import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, Problem } from "#domain/platform/problem.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { Event, type EventRecord, type EventRow, serializeEvent } from "./event.ts";
import { findEvent, hasRegistrations, updateEvent } from "./queries.ts";
import { requireEvent } from "./require-event.ts";

const anEvent = z.object({ event: ReferenceTo("event") });

export const publishEvent = operation({
  name: "publishEvent",
  summary: "Publish an event",
  description: "The event becomes visible to everyone its visibility allows.",
  writes: "events:write",
  input: anEvent,
  output: Event,
  async run(context, { event: reference }) {
    const event = await requireEvent(context, reference);
    const status = lifecycles.event.next("publish", event.status);
    requirePublishable(context, event);
    return move(context, event, { status, publishedAt: context.now });
  },
  emits: "event.published",
});

export const cancelEvent = operation({
  name: "cancelEvent",
  summary: "Cancel an event",
  description: "Cancels a published event and optionally notifies the people who are registered.",
  writes: "events:write",
  input: anEvent.extend({
    reason: trimmed().min(1).max(500).optional(),
    notifyAttendees: z.boolean().default(true),
  }),
  output: Event,
  async run(context, { event: reference, reason, notifyAttendees: notifiesAttendees }) {
    const event = await requireEvent(context, reference);
    const status = lifecycles.event.next("cancel", event.status);
    if (notifiesAttendees) {
      const attendees = { kind: "attendees", eventId: event.id, waiting: true } as const;
      await announce(context, attendees, occasions.eventCanceled(event, reason ?? ""));
    }
    return move(context, event, { status, canceledAt: context.now, cancelReason: reason ?? null });
  },
  emits: "event.canceled",
});

export const deleteEvent = operation({
  name: "deleteEvent",
  summary: "Delete an event",
  description: "Only a draft without registrations can be deleted.",
  writes: "events:write",
  input: anEvent,
  output: z.object({ id: Id("event") }),
  async run(context, { event: reference }) {
    const event = await requireEvent(context, reference);
    if (event.status !== "draft") {
      const instead =
        event.status === "published"
          ? "Cancel it instead."
          : "Canceled and ended events are kept with their registrations.";
      throw invalidState("event", event.status, "deleted", lifecycles.event.allowedFrom(event.status), instead);
    }
    if (await hasRegistrations(context, event.id)) {
      throw new Problem("has_dependents", "The event has registrations. Publish it and cancel it instead.");
    }
    await updateEvent(context, event, { deletedAt: context.now }, context.now);
    await endRedirectsTo(context, event.id);
    return { id: event.id };
  },
  emits: "event.updated",
});

async function move(context: Context, event: EventRecord, changes: Partial<EventRow>) {
  await updateEvent(context, event, changes, context.now);
  return serializeEvent(context, await mustExist(findEvent(context, { id: event.id }, context.now)));
}

function requirePublishable({ now }: Context, { endsAt, format, location }: EventRecord): void {
  const errors = [
    ...(endsAt > now
      ? []
      : [
          {
            pointer: "/endsAt",
            code: "in_the_past",
            detail: "The end of the event is in the past. Choose a later one.",
          },
        ]),
    ...(format === "online" || location
      ? []
      : [{ pointer: "/location", code: "required", detail: "An event that is not online requires a location." }]),
  ];
  if (errors.length > 0) throw new Problem("not_publishable", errors.map(({ detail }) => detail).join(" "), { errors });
}
