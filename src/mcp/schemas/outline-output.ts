import { isRecord } from "#lib/json/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

/**
 * Shortens the schema of a result to the types of its fields, down to a depth in objects. Deeper parts have any fields.
 * Constraints help writers, and hosts pay for each character of a list. Only the result itself has required fields.
 * Clients validate results, so that null is a type of its own here, not `nullable`.
 */
export function outlineOutput(schema: JsonSchema, depth: number): JsonSchema {
  const { required } = schema;
  return { ...typesOf(schema, depth), ...(required && { required }) };
}

function typesOf(schema: JsonSchema, depth: number): JsonSchema {
  const { type, properties, items } = schema;
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(options)) return anyOf(options.filter(isJsonSchema).map((option) => typesOf(option, depth)));
  if (Array.isArray(type)) return anyOf(type.map((one) => typesOf({ ...schema, type: one }, depth)));
  if (type === undefined) return schema["const"] === undefined ? {} : { type: typeof schema["const"] };
  if (isJsonSchema(properties) && depth > 0) {
    const fields = Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isRecord(entry[1]));
    return { type, properties: Object.fromEntries(fields.map(([name, field]) => [name, typesOf(field, depth - 1)])) };
  }
  return isJsonSchema(items) ? { type, items: typesOf(items, depth) } : { type };
}

/** Values of any of the types. Different objects are any objects, because hosts support unions only with null. */
export function anyOf(options: readonly JsonSchema[]): JsonSchema {
  const byType = new Map<string, JsonSchema>();
  for (const option of options.flatMap(optionsOf)) {
    const { type } = option;
    if (typeof type !== "string") return {};
    const known = byType.get(type);
    byType.set(type, !known || isEqual(known, option) ? option : withoutParts(type, option));
  }
  const distinct = [...byType.values()];
  return distinct.length === 1 && distinct[0] ? distinct[0] : { anyOf: distinct };
}

const optionsOf = (schema: JsonSchema): JsonSchema[] =>
  Array.isArray(schema["anyOf"]) ? schema["anyOf"].filter(isJsonSchema) : [schema];

const withoutParts = (type: string, { items }: JsonSchema): JsonSchema =>
  isJsonSchema(items) && items.type !== undefined ? { type, items: { type: items.type } } : { type };

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
