import type { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/refused-input.ts";
import { toWire } from "#lib/wire/names.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { otherRecovery, recoveries } from "./recovery.ts";
import type { Step } from "./tool.ts";

/** The failure of an operation, with its places named as the arguments of the tool are. */
export function failureOfProblem(problem: Problem, step: Step | undefined): string {
  const { code, message, details } = withPointers(problem, (pointer) => argumentPointer(step, pointer));
  return failureOf(code, message, details);
}

/** What went wrong, and what can be done about it, as the JSON of a result. */
export function failureOf(code: string, message: string, details: Problem["details"] = {}): string {
  const { errors } = details;
  const failure = {
    code,
    message,
    recovery: recoveries[code] ?? otherRecovery,
    ...(errors && { errors }),
    ...(details.allowed && { allowed_values: details.allowed }),
    ...(details.retryAfterSeconds !== undefined && { retry_after_seconds: details.retryAfterSeconds }),
  };
  return JSON.stringify({ content: [{ type: "text", text: JSON.stringify(failure) }], isError: true });
}

/** Where in the arguments it is that the operation speaks of. */
function argumentPointer(step: Step | undefined, pointer: string): string {
  if (!step) return pointer.split("/").map(toWire).join("/");
  const { operation, within } = step;
  const wire = wirePointer(operation.input, pointer);
  const first = pointer.split("/")[1];
  return within && first !== undefined && !within.beside.includes(first) ? `/${toWire(within.argument)}${wire}` : wire;
}
