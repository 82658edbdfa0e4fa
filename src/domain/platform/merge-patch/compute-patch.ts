import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { refusedInput } from "#domain/platform/input/refused-input.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { filterFields } from "#lib/json/typed-object.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { fieldsIn, methodsOf } from "#lib/wire/definition.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { allows } from "./changes-of.ts";

type Fields = Record<string, unknown>;

/** Changed fields, each with its whole new value. */
export type Changed<Writable extends z.ZodRawShape> = { [Name in keyof Writable]?: z.output<Writable[Name]> };

/**
 * Computes the fields that a JSON Merge Patch changes, each with its whole new value. Objects merge field by field,
 * and null removes a field (RFC 7396). Returns an empty object if the patch changes no field. Throws
 * `validation_failed` if the merged value is invalid.
 */
export function computePatch<Writable extends z.ZodRawShape>(
  writable: Writable,
  current: { [Name in keyof Writable]?: unknown },
  input: { [Name in keyof Writable]?: unknown },
): Changed<Writable> {
  const changes: Fields = {};
  for (const [name, field] of Object.entries(writable)) {
    const schema = methodsOf(field);
    const value = input[name];
    if (value === undefined) continue;
    changes[name] = isFields(value) ? whole(name, schema, current[name], value) : value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The changes have the names and values of the input, which has this type.
  return differing(current, changes) as never;
}

/** Returns the fields that differ from the existing values. */
export const differing = <Fields extends object>(current: object, fields: Fields): Partial<Fields> =>
  filterFields(fields, (value, name) => !isDeepStrictEqual(value, asRecord(current)[name]));

export const isEmptyPatch = (changes: object): boolean => Object.keys(changes).length === 0;

function whole(name: string, schema: z.ZodType, current: unknown, patch: Fields): unknown {
  const merged = merge(schema, current, patch, `/${name}`);
  const field = z.object({ [name]: schema });
  const written = compileEncoder(field)({ [name]: merged });
  const raw = compileDecoder(field)(written).value;
  const result = field.safeParse(raw, { error: formatIssue });
  if (result.success) return result.data[name];
  throw isFields(current) ? inMerged(refusedInput(result.error, raw)) : refusedInput(result.error, raw);
}

/** Explains merging, because an error may concern a field that the client did not send. */
function inMerged({ code, details }: Problem): Problem {
  const errors = (details.errors ?? []).map((error) => ({
    ...error,
    detail: `${error.detail} The value is merged with the existing one: send null to remove a part.`,
  }));
  return new Problem(code, errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" "), { errors });
}

function merge(schema: z.ZodType, current: unknown, patch: unknown, pointer: string): unknown {
  if (!isFields(patch)) return patch;
  const node = nodeOf(schema);
  const before = isFields(current) ? current : {};
  if (node.kind === "object") return mergeParts(new Map(node.fields), before, patch, pointer);
  if (node.kind === "record") {
    const names = [...Object.keys(before), ...Object.keys(patch)];
    return mergeParts(new Map(names.map((name) => [name, node.value.optional()])), before, patch, pointer);
  }
  if (node.kind !== "choice") return patch;
  const kind = patch[node.discriminator] ?? before[node.discriminator];
  const option = node.options.get(kind);
  if (!option) return patch;
  // Fields that the new variant does not have are removed together with the old variant.
  const parts = new Map(Object.entries(fieldsIn(option)));
  const foreign = Object.keys(patch).find(
    (name) => !parts.has(name) && patch[name] !== null && patch[name] !== undefined,
  );
  if (foreign !== undefined) {
    throw validationFailed(
      `${pointer}/${foreign}`,
      "not_applicable",
      `The field does not belong to ${String(kind)}. Omit it.`,
    );
  }
  return mergeParts(parts, before, patch, pointer);
}

function mergeParts(parts: Map<string, z.ZodType>, before: Fields, patch: Fields, pointer: string): Fields {
  const after = Object.fromEntries(Object.entries(before).filter(([name]) => parts.has(name)));
  for (const [name, value] of Object.entries(patch)) {
    const schema = parts.get(name);
    if (value === undefined || !schema) continue;
    if (value === null && allows(schema, undefined)) delete after[name];
    else after[name] = merge(schema, after[name], value, `${pointer}/${name}`);
  }
  return after;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
