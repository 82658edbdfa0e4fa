import { isRecord } from "#lib/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

/** Characters of a part from which a reference is shorter. */
const minLength = 70;
const referenceLength = 30;

interface Occurrence {
  name: string;
  part: JsonSchema;
  count: number;
}

/**
 * Moves parts that occur several times to `$defs`, the longest first. The description of a property stays with the
 * property, so that parts with different descriptions share their definition.
 */
export function shareDefinitions(schema: JsonSchema): JsonSchema {
  const definitions = new Map<string, { name: string; part: JsonSchema }>();
  const names = new Set<string>();
  let rest = schema;
  for (;;) {
    const repeated = longestRepeated([rest, ...[...definitions.values()].map(({ part }) => part)], definitions);
    if (!repeated) break;
    const name = freeName(repeated.name, names);
    const json = JSON.stringify(repeated.part);
    for (const definition of definitions.values()) definition.part = replace(definition.part, json, name, true);
    definitions.set(json, { name, part: repeated.part });
    rest = replace(rest, json, name, true);
  }
  if (definitions.size === 0) return rest;
  return { ...rest, $defs: Object.fromEntries([...definitions.values()].map(({ name, part }) => [name, part])) };
}

function longestRepeated(
  schemas: readonly JsonSchema[],
  known: ReadonlyMap<string, unknown>,
): { name: string; part: JsonSchema } | undefined {
  const occurrences = new Map<string, Occurrence>();
  for (const schema of schemas) collect(schema, "", occurrences, true);
  let best: (Occurrence & { length: number }) | undefined;
  for (const [json, occurrence] of occurrences) {
    const { length } = json;
    if (known.has(json) || occurrence.count < 2 || length < minLength) continue;
    if (occurrence.count * (length - referenceLength) <= length) continue;
    if (!best || length > best.length) best = { ...occurrence, length };
  }
  return best;
}

/** The part without its description, which differs among properties. */
function shareable(schema: JsonSchema): JsonSchema {
  const { description: _description, default: _default, ...rest } = schema;
  return rest;
}

function collect(schema: JsonSchema, name: string, found: Map<string, Occurrence>, isRoot = false): void {
  if (!isRoot) {
    const part = shareable(schema);
    const json = JSON.stringify(part);
    const occurrence = found.get(json);
    if (occurrence) occurrence.count++;
    else found.set(json, { name, part, count: 1 });
  }
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" && isRecord(value)) {
      for (const [property, part] of Object.entries(value)) if (isJsonSchema(part)) collect(part, property, found);
    } else if (Array.isArray(value)) {
      for (const part of value) if (isJsonSchema(part)) collect(part, name, found);
    } else if (isJsonSchema(value) && key !== "default" && key !== "$defs") collect(value, name, found);
  }
}

function replace(schema: JsonSchema, json: string, name: string, isRoot = false): JsonSchema {
  if (!isRoot && JSON.stringify(shareable(schema)) === json) {
    const { description, default: initial } = schema;
    return {
      $ref: `#/$defs/${name}`,
      ...(description !== undefined && { description }),
      ...(initial !== undefined && { default: initial }),
    };
  }
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === "properties" && isRecord(value)) {
      const properties = Object.entries(value).map(([property, part]) => [
        property,
        isJsonSchema(part) ? replace(part, json, name) : part,
      ]);
      return [key, Object.fromEntries(properties)] as const;
    }
    if (Array.isArray(value)) {
      return [key, value.map((part: unknown) => (isJsonSchema(part) ? replace(part, json, name) : part))] as const;
    }
    return [key, isJsonSchema(value) && key !== "default" ? replace(value, json, name) : value] as const;
  });
  return Object.fromEntries(entries);
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}${number}`;
  taken.add(free);
  return free;
}
