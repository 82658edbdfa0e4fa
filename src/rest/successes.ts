import type * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Route } from "#operations/route.ts";

/** One possible success response of a route. */
interface Success {
  status: number;
  output: z.ZodType;
  answers: (output: unknown) => boolean;
}

/**
 * Returns the success responses of a route by status: the immediate result, and the job for work that continues
 * later.
 */
export function successesOf({
  status,
  operation: { output },
}: Pick<Route, "status" | "operation">): readonly [Success, Success?] {
  const node = nodeOf(output);
  if (node.kind !== "choice") return [{ status, output, answers: () => true }];
  const answers = (name: unknown) => (answered: unknown) => asRecord(answered)[node.discriminator] === name;
  const [atOnce, later] = [...node.options].map(([name, option]) => ({ output: option, answers: answers(name) }));
  if (!atOnce || !later) throw new Error("The output of a route must have two options: the result and the job.");
  return [
    { status, ...atOnce },
    { status: 202, ...later },
  ];
}
