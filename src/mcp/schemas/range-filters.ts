import { isRecord } from "#lib/json/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

const boundNames = "gte gt lte lt is";
const bounds = "by gte, gt, lte, lt; or is: null, not_null";
const explanations = {
  times: `Dates or times (RFC 3339) ${bounds}`,
  numbers: `Numbers ${bounds}`,
};

/** Marks a range filter until it is explained. */
const range = "x-range";

/** Returns the short form of a range filter: the most frequent part of all schemas. Undefined for other schemas. */
export function rangeIn({ properties }: JsonSchema): JsonSchema | undefined {
  if (!properties || Object.keys(properties).join(" ") !== boundNames) return undefined;
  return { type: "object", [range]: properties["gte"]?.type === "string" ? "times" : "numbers" };
}

/** Explains the first range of each kind in a schema. The others refer to it by its name. */
export function explainRanges(schema: JsonSchema): JsonSchema {
  const first = new Map<string, string>();
  const explain = (part: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [
        key,
        key === "properties" && isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, explainProperty(name, one)]))
          : isJsonSchema(value)
            ? explain(value)
            : value,
      ]),
    );
  const explainProperty = (name: string, property: unknown): unknown => {
    if (!isJsonSchema(property)) return property;
    const { [range]: kind, ...rest } = property;
    if (kind !== "times" && kind !== "numbers") return explain(property);
    const firstName = first.get(kind);
    first.set(kind, firstName ?? name);
    return { ...rest, description: firstName === undefined ? explanations[kind] : `Range like ${firstName}` };
  };
  return explain(schema);
}
