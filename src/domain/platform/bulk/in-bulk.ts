import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { admit, type Operation, write } from "#domain/platform/operation.ts";
import type { Outcome } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/refused-input.ts";
import { withMaxItems } from "#lib/wire/max-items.ts";
import { wirePointer } from "#lib/wire/pointer.ts";

/** The result of one row. `error` equals the error that a single request would return. */
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

/** An array schema with a maximum number of rows. Longer arrays fail with the code `too_many_rows`. */
export const rowsOf = <Row extends z.ZodType>(row: Row, most: number) =>
  withMaxItems(
    z
      .array(row)
      .min(1)
      .refine((rows) => rows.length <= most, {
        params: { code: "too_many_rows" },
        message: `Expected at most ${most} rows in one request.`,
      }),
    most,
  );

/** An operation on one resource. */
export type SingleOperation<Facts = unknown> = Operation<
  z.ZodObject,
  z.ZodType<{ id: string }>,
  unknown,
  { id: string },
  Facts
>;

type Done = Pick<RowResult, "id"> & { status: Exclude<RowResult["status"], "failed"> };

/** One unit of work. */
export interface Row {
  input: z.ZodType;
  run: (context: Context) => Promise<Done>;
  /** Maps a pointer into the operation's input to a pointer into the row, if they differ. */
  place?: ((pointer: string) => string) | undefined;
}

interface RowParts<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.output<Output>, Facts> {
  operation: Operation<Input, Output, unknown, Result, Facts>;
  input: unknown;
  /** Computes the input if it depends on earlier rows. */
  find?: ((context: Context) => Promise<unknown>) | undefined;
  done: (output: NoInfer<Result>, outcome: Outcome<NoInfer<Result>, NoInfer<Facts>>) => Done;
  place?: Row["place"];
}

/** Builds a row that performs an operation. */
export const bulkRow = <Input extends z.ZodObject, Output extends z.ZodType, Result extends z.output<Output>, Facts>({
  operation,
  input,
  find,
  done,
  place,
}: RowParts<Input, Output, Result, Facts>): Row => ({
  input: operation.input,
  place,
  async run(context) {
    const outcome = await write(
      operation,
      context,
      await admit(operation, context, find ? await find(context) : input),
    );
    const result = done(outcome.output, outcome);
    return outcome.changed ? result : { ...result, status: "unchanged" };
  },
});

/** Maps pointers for rows whose fields are nested under `data`. */
export const inData = (pointer: string): string => `/data${pointer}`;

/**
 * Runs rows one by one, each in its own savepoint. A failed row is rolled back alone and reported. With `atomic`, any
 * failure rolls back the whole request, and the error lists every failed row.
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

async function attempt(context: Context, { input, run }: Row, index: number): Promise<RowResult> {
  try {
    return { index, ...(await context.db.attempt((db) => run({ ...context, db }))) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { index, status: "failed", id: null, error: describeProblem(error, input) };
  }
}

/** Converts pointers to wire names here, because the error is part of the response body. */
export function describeProblem(problem: Problem, row: z.ZodType): NonNullable<RowResult["error"]> {
  const { code, message: detail, details } = withPointers(problem, (pointer) => wirePointer(row, pointer));
  return { code, detail, ...(details.errors && { errors: [...details.errors] }) };
}

/** Maximum number of errors in one response. */
const maxErrors = 1000;

function allOrNothing(failed: readonly RowResult[], rows: readonly Row[]): Problem {
  const errors = failed.flatMap(({ index, error }) => {
    const { code, detail, errors: inside } = error!;
    const { place = (pointer) => pointer } = rows[index]!;
    const row = `/operations/${index}`;
    if (!inside) return [{ pointer: row, code, detail }];
    return inside.map((one) => ({ ...one, pointer: `${row}${place(one.pointer)}` }));
  });
  return new Problem("validation_failed", `No row was changed: ${failed.length} of the rows failed.`, {
    errors: errors.slice(0, maxErrors),
  });
}
