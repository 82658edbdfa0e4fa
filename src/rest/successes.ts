import type * as z from "zod";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Route } from "./route.ts";

/** One way in which a route answers that it succeeded. */
interface Success {
  status: number;
  output: z.ZodType;
  answers: (output: unknown) => boolean;
}

/** What a route may answer, each with its status: what is done at once, and the job that does the same later. */
export function successesOf({
  status,
  operation: { output },
}: Pick<Route, "status" | "operation">): readonly [Success, Success?] {
  const node = nodeOf(output);
  if (node.kind !== "choice") return [{ status, output, answers: () => true }];
  const answers = (name: unknown) => (answered: unknown) =>
    (answered as Record<string, unknown>)[node.discriminator] === name;
  const [atOnce, later] = [...node.options].map(([name, option]) => ({ output: option, answers: answers(name) }));
  return [
    { status, ...atOnce! },
    { status: 202, ...later! },
  ];
}
