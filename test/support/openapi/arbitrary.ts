import * as fc from "fast-check";
import { trimBlank } from "#lib/text/blank.ts";
import { knownComponents, knownFields } from "./known-values.ts";
import { nameOf, resolve, type Schema, type Schemas } from "./schema.ts";
import { namedKind } from "./named-kind.ts";

/** A placeholder in a request for the id of an existing resource, resolved when it is sent. */
export const placeholder = (kind: string) => `{{${kind}}}`;

/** Replaces the placeholders for ids. */
export function fill<Value>(value: Value, idOf: (kind: string) => string): Value {
  if (typeof value === "string") return value.replace(/^\{\{(\w+)\}\}$/, (_match, kind: string) => idOf(kind)) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => fill(item, idOf)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item as unknown, idOf)])) as Value;
}

const maxDepth = 5;

/** Values of a field by its name, unless its schema says more. */
export const valuesOfField = (name: string, schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> =>
  (schema.enum || namedKind(schema.description) ? undefined : knownFields[name]) ?? valuesOf(schema, schemas, depth);

/** Values that a schema allows, preferably small, as a client would derive them from the document. */
export function valuesOf(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  const values = serializeValuesOf(schema, schemas, depth);
  return schema.nullable === true
    ? fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: fc.constant(null) })
    : values;
}

function serializeValuesOf(objectSchema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const known = knownComponents[nameOf(objectSchema)];
  if (known) return known;
  const schema = resolve(objectSchema, schemas);
  const { description = "", example, enum: choices, allOf, oneOf, anyOf, type } = schema;
  const kind = namedKind(description);
  if (kind !== undefined) return fc.constant(placeholder(kind));
  // Constraints beyond the schema are in its example.
  if (example !== undefined && type === "string") return fc.constant(example);
  if (choices) return fc.constantFrom(...(choices.length > 1 ? choices.filter((choice) => choice !== null) : choices));
  if (allOf?.length === 1) return valuesOf(allOf[0]!, schemas, depth);
  const options = oneOf ?? anyOf;
  if (options) return fc.oneof(...options.map((option) => valuesOf(option, schemas, depth)));
  if (type === "object") return example === undefined ? objectsOf(schema, schemas, depth) : fc.constant(example);
  if (type === "array") return listsOf(schema, schemas, depth);
  if (type === "string") return textsOf(schema);
  if (type === "integer") return fc.integer(boundsOf(schema));
  if (type === "number") return fc.double({ ...boundsOf(schema), noNaN: true, noDefaultInfinity: true });
  if (type === "boolean") return fc.boolean();
  if (type === undefined) return fc.constantFrom("x", 1, true);
  throw new Error(`No values are known for ${JSON.stringify(schema)}.`);
}

function objectsOf(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (!schema.properties && typeof additionalProperties === "object") {
    const keys = fc.stringMatching(/^[a-z_]{1,12}$/);
    return fc.dictionary(keys, valuesOf(additionalProperties, schemas, depth + 1), { maxKeys: 3 });
  }
  // readOnly fields have no meaning in a request.
  const writable = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  const fields = writable.map(([name, property]) => {
    const values = valuesOfField(name, property, schemas, depth + 1);
    if (required.includes(name)) return values.map((value) => [[name, value]]);
    if (depth >= maxDepth) return fc.constant([]);
    // Most optional fields are omitted: all of them together contradict each other.
    const single = values.map((value) => [[name, value]]);
    return fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: single });
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()) as unknown);
}

function listsOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, schemas: Schemas, depth: number) {
  const maxCount = Math.max(minItems, Math.min(maxItems, depth >= maxDepth ? 0 : 3));
  // One id per kind: two would be equal.
  return fc.uniqueArray(valuesOf(items, schemas, depth + 1), {
    minLength: minItems,
    maxLength: maxCount,
    comparator: (left, right) => JSON.stringify(left) === JSON.stringify(right),
  });
}

const boundsOf = ({ minimum = 0, maximum = 1_000_000 }: Schema) => {
  const min = Math.max(minimum, -1_000_000);
  return { min, max: Math.max(min, Math.min(maximum, 1_000_000)) };
};

const days = { min: new Date("2020-01-01T00:00:00Z"), max: new Date("2035-01-01T00:00:00Z"), noInvalidDate: true };

function textsOf({ minLength = 0, maxLength = 40, pattern, format }: Schema): fc.Arbitrary<string> {
  if (format === "date-time") return fc.date(days).map((date) => date.toISOString());
  if (format === "date") return fc.date(days).map((date) => date.toISOString().slice(0, 10));
  if (format === "uri") return fc.webPath().map((path) => `https://school.example${path}`);
  if (format === "email") return fc.stringMatching(/^[a-z]{8}$/).map((name) => `${name}@school.example`);
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern), { size: "small" });
    return matching.filter((text) => text.length >= minLength && text.length <= maxLength);
  }
  // Leading and trailing spaces do not count.
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  const texts = fc.string({ unit: "grapheme", ...bounds });
  return texts.filter((text) => trimBlank(text).length >= minLength && text.length <= maxLength);
}
