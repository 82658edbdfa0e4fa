import { isRecord } from "#lib/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { describedAt, describedByName, isGeneric } from "./argument-descriptions.ts";
import { shareDefinitions } from "./share-definitions.ts";

/**
 * Shortens the input schema of a tool, because a host passes every listed schema to its model. Drops limits that
 * errors state (sizes, patterns), describes each property, and moves repeated parts to `$defs`. The schema stays
 * valid, and accepts everything that the tool accepts.
 */
export function compactInput(schema: JsonSchema, tool: string): JsonSchema {
  const { $defs, ...compact } = shareDefinitions(describeProperties(simplify(schema), tool));
  const definitions = { ...rangesIn(compact, $defs), ...(isRecord($defs) && $defs) };
  return { ...compact, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

/** Keywords that the errors of a call state in full. */
const dropped: ReadonlySet<string> = new Set(
  "pattern example examples propertyNames minLength maxLength minItems maxItems readOnly".split(" "),
);

const formats: ReadonlySet<unknown> = new Set(["date", "date-time"]);

function isKept(key: string, value: unknown): boolean {
  if (dropped.has(key)) return false;
  if (key === "format") return formats.has(value);
  if (key === "minimum") return typeof value === "number" && (value < 0 || value > 1);
  if (key === "maximum") return typeof value === "number" && value <= 1000;
  if (key === "default") return value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
  return true;
}

function simplify(schema: JsonSchema): JsonSchema {
  const range = rangeOf(schema);
  if (range) return range;
  const entries = Object.entries(schema).filter(([key, value]) => isKept(key, value));
  const kept: JsonSchema = Object.fromEntries(entries.map(([key, value]) => [key, simplifyPart(key, value)]));
  return withoutValues(sortKeyOf(flattenChoice(flattenNullable(kept))));
}

/** An object of strings with any keys, such as metadata: its description says what it is for. */
function withoutValues({ additionalProperties: values, ...rest }: JsonSchema): JsonSchema {
  return isRecord(values) || values === undefined ? rest : { ...rest, additionalProperties: values };
}

/** Leaves out the read-only properties, which requests may repeat so that a result can be sent back. */
function simplifyPart(key: string, part: unknown): unknown {
  if (key === "properties" && isRecord(part)) {
    const writable = Object.entries(part).filter(([, item]) => !isJsonSchema(item) || item["readOnly"] !== true);
    return Object.fromEntries(writable.map(([name, item]) => [name, simplifyPart("", item)]));
  }
  if (Array.isArray(part))
    return key === "enum" || key === "default" ? part : part.map((item) => simplifyPart("", item));
  return isJsonSchema(part) && key !== "default" && key !== "const" ? simplify(part) : part;
}

/** A value or null: `type: ["string", "null"]` instead of `anyOf`. */
function flattenNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter(isJsonSchema).filter(({ type }) => type !== "null");
  const [inner] = others;
  if (anyOf.length !== 2 || others.length !== 1 || inner?.type === undefined) return schema;
  const types = new Set([inner.type, "null"].flat());
  const { enum: choices } = inner;
  return {
    ...inner,
    ...rest,
    type: [...types],
    ...(Array.isArray(choices) && { enum: [...new Set<unknown>([...choices, null])] }),
  };
}

/**
 * Variants that a property such as `kind` selects become one object, whose other properties say to which variants
 * they belong. Many hosts do not support `oneOf`.
 */
function flattenChoice(schema: JsonSchema): JsonSchema {
  const { oneOf, ...rest } = schema;
  if (!Array.isArray(oneOf)) return schema;
  const options = oneOf.filter(isJsonSchema);
  const properties = options.map((option) => option.properties ?? {});
  const selector = Object.keys(properties[0] ?? {}).find((name) =>
    properties.every((each) => each[name]?.["const"] !== undefined),
  );
  if (selector === undefined) return schema;
  const merged: Record<string, JsonSchema> = {
    [selector]: { type: "string", enum: properties.map((each) => each[selector]?.["const"]) },
  };
  for (const each of properties) {
    for (const [name, part] of Object.entries(each)) {
      if (name === selector) continue;
      const kinds = properties.filter((other) => name in other).map((other) => String(other[selector]?.["const"]));
      const isSame = properties.every((other) => !(name in other) || isEqual(other[name], part));
      const note = kinds.length === properties.length ? {} : { [onlyFor]: kinds };
      merged[name] ??= { ...(isSame ? part : {}), ...note };
    }
  }
  return { type: "object", ...rest, properties: merged, required: [selector] };
}

/** Names the variants of a property until it is described. */
const onlyFor = "x-only-for";

/** Marks a timestamp that can also be sent as a date, until it is described. */
export const acceptsDate = "x-accepts-date";

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const boundNames = "gte gt lte lt is";
const bounds = "by gte, gt, lte, lt; or is: null, not_null";
const ranges: Readonly<Record<string, JsonSchema>> = {
  times: { type: "object", description: `Dates or times (RFC 3339) ${bounds}` },
  numbers: { type: "object", description: `Numbers ${bounds}` },
};

const referenceTo = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` });

/** Range filters are the most frequent part of all schemas: one line describes their bounds. */
function rangeOf({ properties }: JsonSchema): JsonSchema | undefined {
  if (!properties || Object.keys(properties).join(" ") !== boundNames) return undefined;
  return referenceTo(properties["gte"]?.type === "string" ? "times" : "numbers");
}

/** The definitions of the ranges that a schema refers to. */
function rangesIn(...schemas: readonly unknown[]): Record<string, JsonSchema> {
  const json = JSON.stringify(schemas);
  return Object.fromEntries(
    Object.entries(ranges).filter(([name]) => json.includes(JSON.stringify(referenceTo(name)["$ref"]))),
  );
}

/**
 * Lists each sort key once instead of twice, ascending and descending. One key is enough for agents, and tools accept
 * a single value for a list.
 */
function sortKeyOf(schema: JsonSchema): JsonSchema {
  const { items, default: initial } = schema;
  const choices = isJsonSchema(items) ? items["enum"] : undefined;
  if (!Array.isArray(choices)) return schema;
  const names = choices.map(String);
  const ascending = names.filter((name) => !name.startsWith("-"));
  if (!ascending.every((name) => names.includes(`-${name}`))) return schema;
  const first = Array.isArray(initial) ? initial.map(String) : [];
  const others = ascending.filter((name) => !first.some((key) => key.replace(/^-/, "") === name));
  const all = [...first.map((name) => `${name} (default)`), ...others];
  return { type: "string", description: `${all.join(", ")}; - for descending` };
}

/** Arguments whose parts are those of other tools: they are listed without them. */
const opaque: ReadonlySet<string> = new Set(["start_export.filter"]);

/** Gives every property a description: its own, that of its items, or the one of its name. */
function describeProperties(schema: JsonSchema, tool: string, parent = ""): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key !== "properties" || !isRecord(value)) return [key, describePart(value, tool, parent)] as const;
    const properties = Object.entries(value).map(([name, property]) => [
      name,
      isJsonSchema(property) ? describeProperty(name, property, tool, parent) : property,
    ]);
    return [key, Object.fromEntries(properties)] as const;
  });
  return Object.fromEntries(entries);
}

function describePart(part: unknown, tool: string, parent: string): unknown {
  if (Array.isArray(part)) return part.map((item) => describePart(item, tool, parent));
  return isJsonSchema(part) ? describeProperties(part, tool, parent) : part;
}

function describeProperty(name: string, property: JsonSchema, tool: string, parent: string): JsonSchema {
  const { [onlyFor]: kinds, [acceptsDate]: isDate, description: own, items, ...rest } = property;
  const { description: ofItems, ...bareItems } = isJsonSchema(items) ? items : {};
  // A referenced definition has its own.
  if (rest["$ref"] !== undefined) return property;
  const found = own ?? (rest.properties ? undefined : ofItems);
  const isOwn = typeof found === "string" && !isGeneric(found);
  const text = describedAt(name, tool, parent) ?? (isOwn ? found : (describedByName(name) ?? found));
  const notes = [isDate === true && "(date or RFC 3339)", Array.isArray(kinds) && `(${kinds.join(", ")})`];
  const description = [text, ...notes].filter(Boolean).join(" ");
  if (opaque.has(`${tool}.${name}`)) return { type: "object", ...(description && { description }) };
  const complete = { ...rest, ...(isJsonSchema(items) && { items: bareItems }), ...(description && { description }) };
  return describeProperties(complete, tool, name);
}
