import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { isUnchanged } from "#domain/platform/merge-patch/unchanged.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { type Operation, operation } from "#domain/platform/operation.ts";
import type { OutboxEvent } from "#domain/platform/outbox/record-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { toWire } from "#lib/wire/names.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { BulkResult, inBulk, inData, type Row, rowsOf } from "./in-bulk.ts";

/** Which one is meant: one of the two says it. */
const named = { id: z.string().optional(), externalId: ExternalId.optional() };
interface Named {
  id: string | undefined;
  externalId: string | undefined;
}

/** All rows of a request, as far as it takes to hold what they are about. */
export interface BulkRows {
  /** What is changed or deleted, as it is named. */
  named: readonly string[];
  /** Of what is made or changed. */
  fields: readonly unknown[];
  deletes: boolean;
}

interface Parts {
  name: string;
  summary: string;
  description: string;
  scope: Scope;
  most: number;
  create: Operation;
  /** Takes the fields of a change beside the thing that it is about. */
  update: Operation;
  remove: Operation;
  /** The field of `update` and `remove` that says which. */
  which: string;
  /** What has one of these external ids, and is not deleted. */
  findByExternalIds: (context: Context, externalIds: readonly string[]) => Promise<{ id: string }[]>;
  /** How an id of this kind is written. */
  format: (id: string) => string;
  /** Holds, in one order, what the rows are about. */
  hold: (context: Context, rows: BulkRows) => Promise<void>;
  /** For what is told once, not of each row: the events of all rows that were done, by what they answered. */
  eventsOf?: (outputs: readonly unknown[]) => OutboxEvent[];
}

/** Create, update and delete many of one kind in one request (`POST …/bulk`). */
export function bulkOperation({
  name,
  summary,
  description,
  scope,
  most,
  which,
  findByExternalIds,
  format,
  hold,
  eventsOf,
  ...each
}: Parts) {
  const { create, update, remove } = eventsOf ? withoutEvents(each) : each;
  const changes = z.object(Object.fromEntries(Object.entries(update.input.shape).filter(([field]) => field !== which)));
  const input = z.object({
    operations: rowsOf(
      z.discriminatedUnion("op", [
        z.object({ op: z.literal("create"), data: unchecked(create.input) }),
        z.object({ op: z.literal("update"), ...named, data: unchecked(changes) }),
        z.object({ op: z.literal("delete"), ...named }),
      ]),
      most,
    ),
    atomic: z.boolean().default(false),
  });
  const idOf = (output: unknown) => format((output as { id: string }).id);
  const rowOf = (requested: z.output<typeof input>["operations"][number]): Row => {
    if (requested.op === "create") {
      const done: Row["done"] = (output) => ({ status: "created", id: idOf(output) });
      return { operation: create, input: requested.data, done, place: inData };
    }
    const { id, externalId } = requested;
    const isUpdate = requested.op === "update";
    const about = (found: unknown) => ({ ...(isUpdate ? (requested.data as object) : {}), [which]: found });
    const naming = externalId === undefined ? "/id" : "/external_id";
    return {
      operation: isUpdate ? update : remove,
      input: about(id),
      find: async (context) => about(await findNamed(context, { id, externalId })),
      done: (output) => ({ status: isUpdate ? "updated" : "deleted", id: idOf(output) }),
      place: (pointer) => (pointer === `/${toWire(which)}` ? naming : inData(pointer)),
    };
  };

  /** A row before this one may have made it. */
  async function findNamed(context: Context, { id, externalId }: Named): Promise<string> {
    if ((id === undefined) === (externalId === undefined)) {
      throw validationFailed(`/${which}`, "exclusive", "Say which one is meant, by id or by external_id.");
    }
    if (externalId === undefined) return id!;
    const [found] = await findByExternalIds(context, [externalId]);
    if (found) return format(found.id);
    throw validationFailed(`/${which}`, "not_found", `Nothing here has the external_id ${externalId}.`);
  }

  return operation({
    name,
    summary,
    description,
    access: { scope },
    writes: true,
    input,
    output: BulkResult,
    async run(context, { operations, atomic }) {
      const external = operations.flatMap((requested) =>
        requested.op === "create" ? [] : (requested.externalId ?? []),
      );
      const found = external.length > 0 ? await findByExternalIds(context, external) : [];
      await hold(context, {
        named: [
          ...operations.flatMap((requested) => (requested.op === "create" ? [] : (requested.id ?? []))),
          ...found.map(({ id }) => format(id)),
        ],
        fields: operations.flatMap((requested) => (requested.op === "delete" ? [] : requested.data)),
        deletes: operations.some(({ op }) => op === "delete"),
      });
      const outputs: unknown[] = [];
      const rows = operations.map((requested) => gathering(rowOf(requested), outputs));
      return { ...(await inBulk(context, rows, atomic)), outputs };
    },
    event: (_input, result) => eventsOf?.((result as { outputs?: unknown[] }).outputs ?? []) ?? [],
  });
}

/** The same row, that also hands over what it was answered when it is done. */
const gathering = (row: Row, outputs: unknown[]): Row => ({
  ...row,
  done: (output) => {
    if (!isUnchanged(output)) outputs.push(output);
    return row.done(output);
  },
});

/** The same operations, of which somebody else tells. */
const withoutEvents = (each: Pick<Parts, "create" | "update" | "remove">) => ({
  create: { ...each.create, event: () => [] },
  update: { ...each.update, event: () => [] },
  remove: { ...each.remove, event: () => [] },
});
