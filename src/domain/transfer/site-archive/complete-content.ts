import type { Operation } from "#domain/platform/operation.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { type Row, rowsIn } from "./archive-format.ts";
import { type ContentName, operations } from "./archived-resources.ts";
import { nestedRows } from "./archived-rows.ts";
import { digestOf, withoutNulls, writablePart } from "./compare-rows.ts";
import { performOnWire } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";
import { lockEvent, updateEvent } from "#domain/events/events/queries.ts";
import { Event } from "#domain/events/events/event.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";

interface Completed {
  id: string;
  /** From the archive, with the IDs of this site. */
  row: Row;
  /** The row of this site. */
  here: Row;
  /** Rows of this site that belong to it. */
  nested: Record<string, Row[]>;
}

/**
 * Adds what belongs to a row and brings it into the status that it had. Does nothing that is done already. `row`: from
 * the archive, with the IDs of this site. `here`: the row of this site.
 */
export async function completeContent(run: SiteImport, name: ContentName, row: Row, here: Row): Promise<void> {
  const complete = completions[name];
  if (!complete) return;
  const id = String(here["id"]);
  await complete(run, { id, row, here, nested: await nestedRows(run.context, name, id) });
}

/** The rows of other resources are complete when they are created. */
const completions: Partial<Record<ContentName, (run: SiteImport, completed: Completed) => Promise<void>>> = {
  membership_plans: (run, { id, row, nested }) =>
    addEach(run, rowsIn(row, "pricings"), nested["pricings"], operations.createMembershipPricing, { plan: id }),
  async digital_products({ context }, { id, row, here, nested }) {
    const perform = (operation: Operation, input: Row) => performOnWire(context, operation, { product: id, ...input });
    const files = new Set(nested["files"]?.map(({ file_id }) => file_id));
    for (const { file_id } of rowsIn(row, "files")) {
      if (!files.has(file_id)) await perform(operations.addDigitalProductFile, { file_id });
    }
    const status = row["status"];
    const wasPublished = status === "published" || (status === "archived" && row["published_at"] !== null);
    if (here["status"] === "draft" && wasPublished) await perform(operations.publishDigitalProduct, {});
    if (hasNew("archived", row, here)) await perform(operations.archiveDigitalProduct, {});
  },
  async forms({ context }, { id, row, here }) {
    if (here["status"] === "draft" && row["status"] !== "draft")
      await performOnWire(context, operations.openForm, { id });
  },
  async events(run, { id, row, here, nested }) {
    await addEach(run, rowsIn(row, "tickets"), nested["tickets"], operations.createEventTicket, { event: id });
    await restoreEvent(run, row, here);
  },
  async posts({ context }, { id, row, here }) {
    const { status, published_at, publish_at } = row;
    if (status === "draft" || here["status"] !== "draft") return;
    const time = publish_at ?? published_at ?? undefined;
    await performOnWire(context, operations.publishPost, { post: id, publish_at: time });
    if (status === "archived") await performOnWire(context, operations.unpublishPost, { post: id, to: "archived" });
  },
  async pages({ context }, { id, row, here }) {
    if (hasNew("published", row, here)) await performOnWire(context, operations.publishPage, { page: id });
  },
};

const hasNew = (status: string, row: Row, here: Row): boolean => row["status"] === status && here["status"] !== status;

/** Creates the nested rows that are missing. */
async function addEach(
  { context, ids }: SiteImport,
  rows: readonly Row[],
  existing: readonly Row[] = [],
  create: Operation,
  parent: Row,
): Promise<void> {
  const compared = (one: Row) => digestOf(writablePart(one, create.input, Object.keys(parent)));
  const unmatched = await mapInSlices(existing, async (one) => ({ id: one["id"], digest: await compared(one) }));
  for (const row of rows) {
    const digest = await compared(row);
    const at = unmatched.findIndex((one) => one.digest === digest);
    const [found] = at === -1 ? [] : unmatched.splice(at, 1);
    const input = { ...withoutNulls(writablePart(row, create.input), create.input), ...parent };
    const id = found ? found.id : (await performOnWire(context, create, input))["id"];
    ids.set(row["id"], id);
  }
}

const State = Event.pick({ status: true, publishedAt: true, canceledAt: true, cancelReason: true });
const read = wireReader(State);

/** Restores the status of an event. An event of the past could not be published with the operation. */
async function restoreEvent({ context }: SiteImport, row: Row, here: Row): Promise<void> {
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
