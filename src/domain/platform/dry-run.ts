import type * as z from "zod";
import type { RequestContext } from "./context.ts";
import { limitLookups } from "./rate-limits/limit-lookups.ts";
import { traceOperation } from "./trace-operation.ts";
import { admit, type Operation, prepare, write } from "./operation.ts";

/** Carries the output of a write out of the transaction that this error rolls back. */
class DryRunOutput extends Error {
  readonly output: unknown;

  constructor(output: unknown) {
    super("dryRunResult");
    this.output = output;
  }
}

/**
 * Performs a write with all its checks and rolls it back (dry run). Stores no data, emits no events and sends no mail. The audit log names
 * lookups of addresses by callers who cannot list members.
 */
export const runDry = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  rawInput: unknown,
): Promise<z.output<Output>> =>
  traceOperation(operation, context, () => writeAndRollBack(operation, context, rawInput));

async function writeAndRollBack<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  context: RequestContext,
  rawInput: unknown,
): Promise<z.output<Output>> {
  const rehearsal = { ...context, dryRun: true };
  const input = await admit(operation, context, rawInput);
  await limitLookups(context, operation.name, input);
  const prepared = await prepare(operation, rehearsal, input);
  try {
    return await context.db.transaction(async (db): Promise<never> => {
      const { output } = await write(operation, { ...prepared.context, db }, prepared.input);
      throw new DryRunOutput(output);
    });
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The error carries the output of this write.
    if (error instanceof DryRunOutput) return error.output as z.output<Output>;
    throw error;
  }
}
