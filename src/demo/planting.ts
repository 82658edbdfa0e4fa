import type * as z from "zod";
import type { SessionCaller } from "#access/caller.ts";
import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { admit, type Operation, prepare, write } from "#domain/platform/operation.ts";

/** A demo site that is being created, in the transaction of the demo. */
export interface Planting {
  /** For the preparation of operations, which must not need anything that the transaction has written. */
  database: Database;
  /** The owner acts. Sends no notifications. */
  context: Context & { caller: SessionCaller };
  timeZone: string;
  /** IDs in wire format, by the keys of the drafts. Empty in the small demo. */
  files: ReadonlyMap<string, string>;
}

const day = 86_400_000;

/** A time relative to the creation of the demo, in days; negative: before it. */
export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * day);

/** Runs an operation of the product as the owner, at a time in the past, with its checks and its audit entry. */
export async function run<Input extends z.ZodObject, Output extends z.ZodType, Result extends z.output<Output>, Facts>(
  { database, context }: Planting,
  operation: Operation<Input, Output, unknown, Result, Facts>,
  input: z.input<Input>,
  now = context.now,
): Promise<Result> {
  const request = { ...context, db: database, now, ifMatch: "any" as const };
  const prepared = await prepare(operation, request, await admit(operation, request, input));
  const { output } = await write(operation, { ...prepared.context, db: context.db }, prepared.input);
  return output;
}
