import type * as z from "zod";
import { type Problem, validationFailed } from "#domain/platform/problem.ts";
import { refusedInput, withPointers } from "#domain/platform/input/refused-input.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { instantsOfDates } from "#domain/platform/time/instants-of-dates.ts";
import { findUnstorableInSlices, findUnstorableText } from "#domain/platform/input/storable-text.ts";
import { unknownFields } from "#domain/platform/input/unknown-fields.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { decodeInSlices } from "#lib/wire/decode-in-slices.ts";
import { parseInSlices } from "#lib/wire/parse-in-slices.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";

/**
 * Compiles a JSON reader for a schema. `passing`: a schema with additional fields that are ignored. `timeZone`: that of
 * dates without a time.
 */
export function wireReader<Schema extends z.ZodObject>(
  schema: Schema,
  { passing = schema, timeZone = "UTC" }: { passing?: z.ZodObject; timeZone?: string } = {},
) {
  const decode = compileDecoder(passing);
  return (wire: unknown): z.output<Schema> | Problem => {
    const { value: decoded, unknown } = decode(wire);
    if (unknown.length > 0) return unknownFields(unknown);
    const value = instantsOfDates(schema, decoded, timeZone);
    const unstorable = findUnstorableText(value);
    if (unstorable) return refuseText(pointerOf(unstorable));
    const result = schema.safeParse(value, { error: formatIssue });
    return result.success ? result.data : onTheWire(schema, refusedInput(result.error, value));
  };
}

/** Reads a large value as `wireReader` does, and lets the event loop turn between its parts. */
export async function readWireInSlices<Schema extends z.ZodObject>(
  schema: Schema,
  wire: unknown,
  timeZone: string,
): Promise<z.output<Schema> | Problem> {
  const { value: decoded, unknown } = await decodeInSlices(schema, wire);
  if (unknown.length > 0) return unknownFields(unknown);
  const value = instantsOfDates(schema, decoded, timeZone);
  const unstorable = await findUnstorableInSlices(value);
  if (unstorable) return refuseText(pointerOf(unstorable));
  const result = await parseInSlices(schema, value, { error: formatIssue });
  return result.success ? result.data : onTheWire(schema, refusedInput(result.error, value));
}

/** Renames the pointers of a problem to the names in the file. */
export const onTheWire = (schema: z.ZodObject, problem: Problem): Problem =>
  withPointers(problem, (pointer) => wirePointer(schema, pointer));

const refuseText = (pointer: string) =>
  validationFailed(pointer, "invalid_characters", "The text contains U+0000 or a lone surrogate. Remove it.");
