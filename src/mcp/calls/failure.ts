import type { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import { toWire } from "#lib/wire/names.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { recordError } from "#telemetry/record-error.ts";
import { recoveryOf } from "./recovery.ts";
import type { Invocation } from "../definition/tool.ts";

/** Serializes the failure of an operation, with pointers translated to the arguments of the tool. */
export function failureOfProblem(problem: Problem, step: Invocation | undefined, reader?: string): string {
  const { code, message, details } = withPointers(problem, (pointer) => argumentPointer(step, pointer));
  return failureOf(code, message, details, reader);
}

/** Serializes an error with its recovery hint as the JSON of a tool result. `reader` reads the resource of the call. */
export function failureOf(code: string, message: string, details: Problem["details"] = {}, reader?: string): string {
  recordError(code);
  const { errors } = details;
  const failure = {
    code,
    message,
    recovery: recoveryOf(code, reader),
    ...(errors && { errors }),
    ...(details.allowed && { allowed_values: details.allowed }),
    ...(details.retryAfterSeconds !== undefined && { retry_after_seconds: details.retryAfterSeconds }),
  };
  return JSON.stringify({ content: [{ type: "text", text: JSON.stringify(failure) }], isError: true });
}

/** Translates a pointer into the operation's input to a pointer into the tool's arguments. */
function argumentPointer(step: Invocation | undefined, pointer: string): string {
  if (!step) return pointer.split("/").map(toWire).join("/");
  const { operation, nested } = step;
  const wire = wirePointer(operation.input, pointer);
  const first = pointer.split("/")[1];
  return nested && first !== undefined && !nested.topLevel.includes(first)
    ? `/${toWire(nested.argument)}${wire}`
    : wire;
}
