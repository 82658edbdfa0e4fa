import { isRecord } from "#lib/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

/**
 * Shortens the schema of a result to the types of its fields, down to a depth in objects. Deeper parts have any form.
 * Constraints help writers, and hosts pay for each character of a list. Only the result itself has required fields.
 */
export function outlineOutput(schema: JsonSchema, depth: number): JsonSchema {
  const { required } = schema;
  return { ...typesOf(schema, depth), ...(required && { required }) };
}

function typesOf(schema: JsonSchema, depth: number): JsonSchema {
  const { type, properties, items } = schema;
  const nullable = nullableIn(schema);
  if (nullable) return withNull(typesOf(nullable, depth));
  if (type === undefined) return schema["const"] === undefined ? {} : { const: schema["const"] };
  if (isJsonSchema(properties) && depth > 0) {
    const fields = Object.entries(properties).filter((entry): entry is [string, JsonSchema] => isRecord(entry[1]));
    return { type, properties: Object.fromEntries(fields.map(([name, field]) => [name, typesOf(field, depth - 1)])) };
  }
  if (isJsonSchema(items) && depth > 0) return { type, items: typesOf(items, depth) };
  return { type };
}

/** A value or null. */
function nullableIn({ anyOf }: JsonSchema): JsonSchema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const others = anyOf.filter(isJsonSchema).filter(({ type }) => type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function withNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return {};
  return { ...schema, type: [...new Set([schema.type, "null"].flat())] };
}
