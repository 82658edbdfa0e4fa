import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { toWire } from "#lib/wire/names.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { BulkResult, inBulk, inData, bulkRows } from "./in-bulk.ts";
import { bulkRow, type Row, type SingleOperation } from "./run-row.ts";

/** Identifies the resource of a row. Exactly one of the two is required. */
const named = { id: z.string().optional(), externalId: ExternalId.optional() };
interface Named {
  id: string | undefined;
  externalId: string | undefined;
}

/** All rows of a request, reduced to the data needed for locking. */
export interface BulkRows {
  /** Ids of the resources that are updated or deleted. */
  named: readonly string[];
  /** Fields of the created and updated rows. */
  fields: readonly unknown[];
  deletes: boolean;
}

interface Parts<Facts> {
  name: string;
  summary: string;
  description: string;
  scope: Scope;
  maxRows: number;
  create: SingleOperation<Facts>;
  /** Its input is the changed fields plus the id of the resource. */
  update: SingleOperation<Facts>;
  remove: SingleOperation<Facts>;
  /** The input field of `update` and `remove` that holds the id. */
  which: string;
  /** Finds undeleted resources by external id. */
  findByExternalIds: (context: Context, externalIds: readonly string[]) => Promise<{ id: string }[]>;
  /** Formats an id of this kind for the wire. */
  format: (id: string) => string;
  /** Locks the resources of all rows in a consistent order, which avoids deadlocks. */
  lock: (context: Context, rows: BulkRows) => Promise<void>;
  /**
   * Set if events are emitted once per request instead of once per row: maps the facts of all changed rows to events.
   */
  eventsOf?: (facts: readonly NoInfer<Facts>[]) => OutboxEvent[];
}

/** Builds the operation that creates, updates and deletes many resources of one kind in one request (`POST …/bulk`). */
export function bulkOperation<Facts>({
  name,
  summary,
  description,
  scope,
  maxRows,
  which,
  findByExternalIds,
  format,
  lock,
  eventsOf,
  ...each
}: Parts<Facts>) {
  const { create, update, remove } = eventsOf ? withoutEvents(each) : each;
  const changes = z.object(Object.fromEntries(Object.entries(update.input.shape).filter(([field]) => field !== which)));
  const input = z.object({
    operations: bulkRows(
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("create"), data: unchecked(create.input) }),
        z.object({ op: z.literal("update"), ...named, data: unchecked(changes) }),
        z.object({ op: z.literal("delete"), ...named }),
      ]),
      maxRows,
    ),
    atomic: z.boolean().default(false),
  });
  /** Builds the row. Adds the facts of its change to `facts`. */
  const rowOf = (requested: z.output<typeof input>["operations"][number], facts: Facts[]): Row => {
    const done =
      (status: "created" | "updated" | "deleted") =>
      ({ id }: { id: string }, { changed, facts: found }: Outcome<unknown, Facts>) => {
        if (changed && found !== undefined) facts.push(found);
        return { status, id: format(id) };
      };
    if (requested.op === "create") {
      return bulkRow({ operation: create, input: requested.data, done: done("created"), place: inData });
    }
    const { id, externalId } = requested;
    const isUpdate = requested.op === "update";
    const about = (found: unknown) => ({ ...(isUpdate ? asRecord(requested.data) : {}), [which]: found });
    const naming = externalId === undefined ? "/id" : "/external_id";
    return bulkRow({
      operation: isUpdate ? update : remove,
      input: about(id),
      find: async (context) => about(await findNamed(context, { id, externalId })),
      done: done(isUpdate ? "updated" : "deleted"),
      place: (pointer) => (pointer === `/${toWire(which)}` ? naming : inData(pointer)),
    });
  };

  /** Called per row, because an earlier row may have created the resource. */
  async function findNamed(context: Context, { id, externalId }: Named): Promise<string> {
    if (id !== undefined && externalId === undefined) return id;
    if (id !== undefined || externalId === undefined) {
      throw validationFailed(`/${which}`, "exclusive", "Identify the resource by id or by external_id, not by both.");
    }
    const [found] = await findByExternalIds(context, [externalId]);
    if (found) return format(found.id);
    throw validationFailed(`/${which}`, "not_found", `There is no resource with the external_id ${externalId}.`);
  }

  return operation({
    name,
    summary,
    description,
    writes: { scope },
    input,
    output: BulkResult,
    async run(context, { operations, atomic }) {
      const external = operations.flatMap((requested) =>
        requested.op === "create" ? [] : (requested.externalId ?? []),
      );
      const found = external.length > 0 ? await findByExternalIds(context, external) : [];
      await lock(context, {
        named: [
          ...operations.flatMap((requested) => (requested.op === "create" ? [] : (requested.id ?? []))),
          ...found.map(({ id }) => format(id)),
        ],
        fields: operations.flatMap((requested) => (requested.op === "delete" ? [] : requested.data)),
        deletes: operations.some(({ op }) => op === "delete"),
      });
      const facts: Facts[] = [];
      const rows = operations.map((requested) => rowOf(requested, facts));
      return new Outcome(await inBulk(context, rows, atomic), { facts });
    },
    event: (_input, _result, facts = []) => eventsOf?.(facts) ?? [],
    unaudited: "each row has an entry of its own",
  });
}

/** The same operations without events; the bulk operation emits them. */
const withoutEvents = <Facts>(each: Pick<Parts<Facts>, "create" | "update" | "remove">) => ({
  create: { ...each.create, event: () => [] },
  update: { ...each.update, event: () => [] },
  remove: { ...each.remove, event: () => [] },
});
