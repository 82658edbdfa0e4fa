import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { admit, type Operation, write } from "#domain/platform/operation.ts";
import type { Outcome } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
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

/** An operation on one resource. */
export type SingleOperation<Facts = unknown> = Operation<
  z.ZodObject,
  z.ZodType<{ id: string }>,
  unknown,
  { id: string },
  Facts
>;

type Done = Pick<RowResult, "id"> & { status: Exclude<RowResult["status"], "failed"> };

/** One unit of work: the operation and its input. */
export interface Row {
  operation: Operation;
  input: unknown;
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
  operation,
  input,
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

/** Runs a row in a savepoint. */
export async function runRow(context: Context, { operation, run }: Row): Promise<RowOutcome> {
  try {
    return await context.db.attempt((db) => run({ ...context, db }));
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
