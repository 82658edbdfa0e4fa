import * as z from "zod";

export const controlArguments = {
  fields: z.array(z.string()).optional(),
  dryRun: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
  ifMatch: z.string().optional(),
  confirm: z.boolean().optional(),
  removes: z.array(z.string()).optional(),
};
