import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { isUnchanged } from "#domain/changes/unchanged.ts";
import type { Context } from "#domain/context.ts";
import { ExternalId } from "#domain/fields.ts";
import { admit, type Operation, operation, write } from "#domain/operation.ts";
import type { OutboxEvent } from "#domain/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/problem.ts";
import { withPointers } from "#domain/refused-input.ts";
import { toWire } from "#lib/wire/names.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { unchecked } from "#lib/wire/unchecked.ts";

/** What became of one row. `error` as the row alone would have been answered. */
const RowResult = z.object({
  index: z.number().int().min(0),
  status: z.enum(["created", "updated", "deleted", "unchanged", "failed"]),
  id: z.string().nullable(),
  error: z
    .object({
      code: z.string(),
      detail: z.string(),
      errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })).optional(),
    })
    .optional(),
});
type RowResult = z.output<typeof RowResult>;

export const BulkResult = z.object({
  results: z.array(RowResult),
  summary: z.object({
    created: z.number().int().min(0),
    updated: z.number().int().min(0),
    deleted: z.number().int().min(0),
    unchanged: z.number().int().min(0),
    failed: z.number().int().min(0),
  }),
});

/** At most so many rows in one request; more are refused by a code of their own. */
export const rowsOf = <Row extends z.ZodType>(row: Row, most: number) =>
  z
    .array(row)
    .min(1)
    .refine((rows) => rows.length <= most, {
      params: { code: "too_many_rows" },
      message: `Expected at most ${most} rows in one request.`,
    });

/** One row of work: what it is done by, and with what; that may depend on the rows before it. */
export interface Row {
  operation: Operation;
  input: unknown;
  find?: (context: Context) => Promise<unknown>;
  done: (output: unknown) => { status: Exclude<RowResult["status"], "failed">; id: string | null };
  /** Where in the row it stands that the operation speaks of, if not where it says. */
  place?: (pointer: string) => string;
}

/** Of rows whose fields stand one level down. */
export const inData = (pointer: string): string => `/data${pointer}`;

/**
 * Does rows one by one in the order given. A row that fails is taken back alone and told; with `atomic` the first
 * failure takes back everything, and all rows that fail are told.
 */
export async function inBulk(
  context: Context,
  rows: readonly Row[],
  atomic: boolean,
): Promise<z.output<typeof BulkResult>> {
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries()) results.push(await attempt(context, row, index));
  const failed = results.filter(({ status }) => status === "failed");
  if (atomic && failed.length > 0) throw allOrNothing(failed, rows);
  const summary = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
  for (const { status } of results) summary[status]++;
  return { results, summary };
}

async function attempt(context: Context, { operation, input, find, done }: Row, index: number): Promise<RowResult> {
  try {
    const output = await context.db.attempt(async (db) => {
      const inside = { ...context, db };
      const given = find ? await find(inside) : input;
      return write(operation, inside, admit(operation, inside, given));
    });
    const told = done(output);
    return { index, ...told, ...(isUnchanged(output) && { status: "unchanged" as const }) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { index, status: "failed", id: null, error: toldOf(error, operation.input) };
  }
}

/** It stands in the answer itself, so that it is written as the row was. */
export function toldOf(problem: Problem, row: z.ZodType): NonNullable<RowResult["error"]> {
  const { code, message: detail, details } = withPointers(problem, (pointer) => wirePointer(row, pointer));
  return { code, detail, ...(details.errors && { errors: [...details.errors] }) };
}

function allOrNothing(failed: readonly RowResult[], rows: readonly Row[]): Problem {
  const errors = failed.flatMap(({ index, error }) => {
    const { code, detail, errors: inside } = error!;
    const { place = (pointer) => pointer } = rows[index]!;
    const row = `/operations/${index}`;
    if (!inside) return [{ pointer: row, code, detail }];
    return inside.map((one) => ({ ...one, pointer: `${row}${place(one.pointer)}` }));
  });
  return new Problem("validation_failed", `Nothing was changed: ${failed.length} of the rows cannot be done.`, {
    errors,
  });
}

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
  const rowOf = (asked: z.output<typeof input>["operations"][number]): Row => {
    if (asked.op === "create") {
      const done: Row["done"] = (output) => ({ status: "created", id: idOf(output) });
      return { operation: create, input: asked.data, done, place: inData };
    }
    const { id, externalId } = asked;
    const isUpdate = asked.op === "update";
    const about = (found: unknown) => ({ ...(isUpdate ? (asked.data as object) : {}), [which]: found });
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
    access: { scope },
    writes: true,
    input,
    output: BulkResult,
    async run(context, { operations, atomic }) {
      const external = operations.flatMap((asked) => (asked.op === "create" ? [] : (asked.externalId ?? [])));
      const found = external.length > 0 ? await findByExternalIds(context, external) : [];
      await hold(context, {
        named: [
          ...operations.flatMap((asked) => (asked.op === "create" ? [] : (asked.id ?? []))),
          ...found.map(({ id }) => format(id)),
        ],
        fields: operations.flatMap((asked) => (asked.op === "delete" ? [] : asked.data)),
        deletes: operations.some(({ op }) => op === "delete"),
      });
      const outputs: unknown[] = [];
      const rows = operations.map((asked) => gathering(rowOf(asked), outputs));
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
