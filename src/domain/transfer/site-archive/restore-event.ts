import { lockEvent, updateEvent } from "#domain/events/events/queries.ts";
import { Event } from "#domain/events/events/event.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import type { Row } from "./archive-format.ts";
import type { SiteImport } from "./site-import.ts";

const State = Event.pick({ status: true, publishedAt: true, canceledAt: true, cancelReason: true });
const read = wireReader(State);

/** Restores the status of an event. An event of the past could not be published with the operation. */
export async function restoreEvent({ context }: SiteImport, row: Row, here: Row): Promise<void> {
  const { status, published_at, canceled_at, cancel_reason } = row;
  if (status === "draft" || here["status"] !== "draft") return;
  const state = read({ status, published_at, canceled_at, cancel_reason });
  if (state instanceof Problem) throw state;
  const id = parseId("event", String(here["id"])) ?? "";
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const event = await lockEvent(inside, { id }, context.now);
    if (event?.status !== "draft") return;
    // Events end by time: a published event in the past has ended.
    const { publishedAt, canceledAt, cancelReason } = state;
    const changes =
      state.status === "canceled"
        ? { status: "canceled" as const, publishedAt, canceledAt, cancelReason }
        : { status: "published" as const, publishedAt: publishedAt ?? context.now };
    await updateEvent(inside, event, changes, context.now);
    await recordAudit(inside, "publishEvent", about("event", id));
  });
}
