import { isRecord } from "#lib/json/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { describedAt, describedByName, isGeneric } from "./argument-descriptions.ts";
import { notesOf, portable } from "./portable-schema.ts";
import { explainRanges, rangeIn } from "./range-filters.ts";

/**
 * Shortens the input schema of a tool, because a host passes every listed schema to its model, and writes it with the
 * keywords that all hosts accept. Limits become a part of the descriptions or are left to the errors that state them
 * (sizes, patterns). The schema accepts everything that the tool accepts.
 */
export const compactInput = (schema: JsonSchema, tool: string): JsonSchema =>
  portable(explainRanges(describeProperties(simplify(schema), tool)));

function simplify(schema: JsonSchema): JsonSchema {
  const range = rangeIn(schema);
  if (range) return range;
  const simple: JsonSchema = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, simplifyPart(key, value)]),
  );
  return sortKeyOf(flattenUnion(flattenChoice(flattenNullable(simple))));
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

/** A value or null. Some hosts reject lists of types. */
function flattenNullable(schema: JsonSchema): JsonSchema {
  const { anyOf, type: types, ...rest } = schema;
  if (Array.isArray(types)) return { ...rest, type: types.find((type) => type !== "null"), nullable: true };
  if (!Array.isArray(anyOf)) return schema;
  const others = anyOf.filter(isJsonSchema).filter(({ type }) => type !== "null");
  const [inner] = others;
  if (anyOf.length !== 2 || others.length !== 1 || !inner) return schema;
  return { ...inner, ...rest, nullable: true };
}

/** Alternatives of one type, such as an ID or the text `null`, are any value of this type. */
function flattenUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types = new Set(anyOf.filter(isJsonSchema).map(({ type }) => type));
  const [type] = types;
  return types.size === 1 && typeof type === "string" ? { ...rest, type } : schema;
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
      const sameNamed = properties.map((other) => other[name]).filter(isJsonSchema);
      const isSame = sameNamed.every((other) => isEqual(other, part));
      const type = sameNamed.every((other) => other.type === part.type) ? { type: part.type } : {};
      const note = kinds.length === properties.length ? {} : { [onlyFor]: kinds };
      merged[name] ??= { ...(isSame ? part : type), ...note };
    }
  }
  return { type: "object", ...rest, properties: merged, required: [selector] };
}

/** Names the variants of a property until it is described. */
const onlyFor = "x-only-for";

/** Marks a timestamp that can also be sent as a date, until it is described. */
export const acceptsDate = "x-accepts-date";

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

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
  const found = own ?? (rest.properties ? undefined : ofItems);
  const isOwn = typeof found === "string" && !isGeneric(found);
  const text = describedAt(name, tool, parent) ?? (isOwn ? found : (describedByName(name) ?? found));
  const notes = [
    isDate === true && "(date or RFC 3339)",
    Array.isArray(kinds) && `(${kinds.join(", ")})`,
    ...notesOf(rest),
  ];
  const description = [text, ...notes].filter(Boolean).join(" ");
  if (opaque.has(`${tool}.${name}`)) return { type: "object", ...(description && { description }) };
  const complete = { ...rest, ...(isJsonSchema(items) && { items: bareItems }), ...(description && { description }) };
  return describeProperties(complete, tool, name);
}
