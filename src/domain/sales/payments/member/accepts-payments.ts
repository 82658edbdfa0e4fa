import * as z from "zod";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { listUsableProviders } from "../account.ts";

export const acceptsPayments = operation({
  name: "acceptsPayments",
  summary: "Return whether checkout is available",
  reads: forAnyone,
  input: z.object({}),
  output: z.object({ sells: z.boolean() }),
  run: async (context) => ({ sells: (await listUsableProviders(context)).length > 0 }),
});
