import type { JsonSchema } from "#lib/wire/json-schema.ts";

type Wire = Record<string, unknown>;

/**
 * What people wrote who do not run the site stands apart, under `untrusted_text`: a reader knows it for words of
 * somebody's, and for no instructions.
 */
export function setApart(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => setApart(item, names));
  const [kept, apart]: [Wire, Wire] = [{}, {}];
  for (const [name, part] of Object.entries(value)) {
    if (names.includes(name)) apart[name] = part;
    else kept[name] = setApart(part, names);
  }
  return Object.keys(apart).length > 0 ? { ...kept, untrusted_text: apart } : kept;
}

/** The schema of what `setApart` answers. */
export function setApartInSchema(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  return within(schema) as JsonSchema;

  function within(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(within);
    if (typeof part !== "object" || part === null) return part;
    const { properties, required, ...rest } = part as JsonSchema;
    const others = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, within(value)]));
    if (typeof properties !== "object") return { ...others, ...(required && { required }) };
    const [kept, apart]: [Record<string, JsonSchema>, Record<string, JsonSchema>] = [{}, {}];
    for (const [name, value] of Object.entries(properties)) {
      (names.includes(name) ? apart : kept)[name] = within(value) as JsonSchema;
    }
    if (Object.keys(apart).length > 0) kept["untrusted_text"] = { type: "object", properties: apart };
    const still = required?.filter((name) => !names.includes(name));
    return { ...others, properties: kept, ...(still && { required: still }) };
  }
}
