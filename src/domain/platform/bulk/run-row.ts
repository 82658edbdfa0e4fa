import * as z from "zod";
import { isUnchanged } from "#domain/platform/merge-patch/unchanged.ts";
import type { Context } from "#domain/platform/context.ts";
import { admit, type Operation, write } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/refused-input.ts";
import { wirePointer } from "#lib/wire/pointer.ts";

/** The result of one row. `error` equals the error that a single request would return. */
export const RowResult = z.object({
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
export type RowResult = z.output<typeof RowResult>;

/** The result of a row without its index. */
export type RowOutcome = Omit<RowResult, "index">;

/** One unit of work: the operation and its input. `find` computes the input when it depends on earlier rows. */
export interface Row {
  operation: Operation;
  input: unknown;
  find?: (context: Context) => Promise<unknown>;
  done: (output: unknown) => { status: Exclude<RowResult["status"], "failed">; id: string | null };
  /** Maps a pointer into the operation's input to a pointer into the row, if they differ. */
  place?: (pointer: string) => string;
}

/** Runs a row in a savepoint. */
export async function runRow(context: Context, { operation, input, find, done }: Row): Promise<RowOutcome> {
  try {
    const output = await context.db.attempt(async (db) => {
      const inside = { ...context, db };
      const given = find ? await find(inside) : input;
      return write(operation, inside, await admit(operation, inside, given));
    });
    const result = done(output);
    return { ...result, ...(isUnchanged(output) && { status: "unchanged" as const }) };
  } catch (error) {
    return failed(error, operation);
  }
}

/** Returns the outcome of a row that raised a problem. Rethrows any other error. */
export function failed(error: unknown, operation: Operation): RowOutcome {
  if (!(error instanceof Problem)) throw error;
  return { status: "failed", id: null, error: describeProblem(error, operation.input) };
}

/** Converts pointers to wire names here, because the error is part of the response body. */
export function describeProblem(problem: Problem, row: z.ZodType): NonNullable<RowResult["error"]> {
  const { code, message: detail, details } = withPointers(problem, (pointer) => wirePointer(row, pointer));
  return { code, detail, ...(details.errors && { errors: [...details.errors] }) };
}
