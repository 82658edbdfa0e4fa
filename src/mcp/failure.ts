import type { Problem } from "#domain/problem.ts";
import { toWire } from "#lib/wire/names.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { otherRecovery, recoveries } from "./recovery.ts";
import type { Step } from "./tool.ts";

/** What went wrong, and what can be done about it, as the JSON of a result. */
export function failureOf(code: string, message: string, details: Problem["details"] = {}, step?: Step): string {
  const errors = details.errors?.map((error) => ({ ...error, pointer: argumentPointer(step, error.pointer) }));
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
