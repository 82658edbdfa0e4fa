import { isRecord } from "#lib/json/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

/**
 * The keywords that all known hosts accept in the input schemas of tools. A host passes them to the API of its model,
 * and one keyword that the API does not know makes it reject every request:
 * - References are not resolved or are rejected (Claude, Cursor, VS Code), so each part is written where it is used.
 * - A type is one name. Cursor compares lists of types as texts, and Gemini rejects them. Null is `nullable`.
 * - Values of `enum` are texts, and have a type (Gemini).
 * - Every list has `items` (OpenAI, VS Code), and every property a type (Gemini CLI).
 * - `anyOf`, `oneOf`, `allOf`, `not`, `const`, `default`, bounds and most formats are each rejected by one of them.
 */
export function portable(schema: JsonSchema): JsonSchema {
  const { type, nullable, enum: choices, format, items, properties, required, description } = schema;
  const values = choices ?? (schema["const"] === undefined ? undefined : [schema["const"]]);
  const texts = Array.isArray(values) ? values.filter((value) => value !== null) : [];
  const isEnum = texts.length > 0 && texts.every((value) => typeof value === "string");
  return {
    type: type ?? typeOf(texts[0]),
    ...(nullable === true && { nullable }),
    ...(isEnum && { enum: texts }),
    ...(format === "date-time" && { format }),
    ...(isJsonSchema(items) && { items: portable(items) }),
    ...(isRecord(properties) && { properties: portableProperties(properties) }),
    ...(Array.isArray(required) && required.length > 0 && { required }),
    ...(typeof description === "string" && description !== "" && { description }),
  };
}

const portableProperties = (properties: Record<string, unknown>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, part]) => (isJsonSchema(part) ? [[name, portable(part)]] : [])),
  );

const typeOf = (value: unknown): "string" | "boolean" | "number" =>
  typeof value === "boolean" ? "boolean" : typeof value === "number" ? "number" : "string";

/** Notes for a description: the default value, and bounds that a value can exceed by mistake. */
export function notesOf({ default: initial, minimum, maximum }: JsonSchema): string[] {
  const min = typeof minimum === "number" && (minimum < 0 || minimum > 1) ? minimum : undefined;
  const max = typeof maximum === "number" && maximum <= 1000 ? maximum : undefined;
  const notes = [
    isWorthNoting(initial) && `default ${[initial].flat().map(String).join(", ")}`,
    min !== undefined && max !== undefined && `${min} to ${max}`,
    min !== undefined && max === undefined && `min ${min}`,
    min === undefined && max !== undefined && `max ${max}`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? [`(${notes.join(", ")})`] : [];
}

/** Every list has texts or numbers as its default. Objects are empty. */
const isWorthNoting = (initial: unknown): boolean =>
  initial !== undefined &&
  !isRecord(initial) &&
  initial !== null &&
  initial !== false &&
  !(Array.isArray(initial) && initial.length === 0);
