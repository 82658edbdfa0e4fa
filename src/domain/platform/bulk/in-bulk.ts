import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { withMaxItems } from "#lib/wire/max-items.ts";
import { type OpenBatch, runInBatch } from "./run-in-batch.ts";
import { type Row, RowResult, runRow } from "./run-row.ts";

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
export const bulkRows = <Row extends z.ZodType>(row: Row, maxRows: number) =>
  withMaxItems(
    z
      .array(row)
      .min(1)
      .refine((rows) => rows.length <= maxRows, {
        params: { code: "too_many_rows" },
        message: `Expected at most ${maxRows} rows in one request.`,
      }),
    maxRows,
  );

/** Maps pointers for rows whose fields are nested under `data`. */
export const inData = (pointer: string): string => `/data${pointer}`;

/**
 * Runs rows in order, each with the effects of the rows before it. A failed row has no effect and is reported. With
 * `atomic`, any failure rolls back the whole request, and the error lists every failed row. With `openBatch`, the rows
 * share statements, otherwise each runs in a savepoint of its own. Batches do not compare versions.
 */
export async function inBulk(
  context: Context,
  rows: readonly Row[],
  atomic: boolean,
  openBatch?: OpenBatch,
): Promise<z.output<typeof BulkResult>> {
  const isBatch = openBatch !== undefined && context.ifMatch === undefined;
  const results = (isBatch && (await runInBatch(context, rows, openBatch))) || (await oneByOne(context, rows));
  const failures = results.filter(({ status }) => status === "failed");
  if (atomic && failures.length > 0) throw allOrNothing(failures, rows);
  const summary = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
  for (const { status } of results) summary[status]++;
  return { results, summary };
}

async function oneByOne(context: Context, rows: readonly Row[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries()) results.push({ index, ...(await runRow(context, row)) });
  return results;
}

const maxErrorsPerResponse = 1000;

function allOrNothing(failed: readonly RowResult[], rows: readonly Row[]): Problem {
  const errors = failed.flatMap(({ index, error }) => {
    if (!error) return [];
    const { code, detail, errors: inside } = error;
    const { place = (pointer: string) => pointer } = itemAt(rows, index);
    const row = `/operations/${index}`;
    if (!inside) return [{ pointer: row, code, detail }];
    return inside.map((one) => ({ ...one, pointer: `${row}${place(one.pointer)}` }));
  });
  return new Problem("validation_failed", `Nothing was changed, because ${failed.length} of the rows failed.`, {
    errors: errors.slice(0, maxErrorsPerResponse),
  });
}
