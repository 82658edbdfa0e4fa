import * as z from "zod";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { type DateInput, dateInputOf } from "./date-input.ts";
import { methodsOf } from "./definition.ts";
import { deprecationNotice, deprecationOf } from "./deprecation.ts";
import { toWire } from "./names.ts";
import { shapeOf } from "./unchecked.ts";

/** An OpenAPI 3.0 schema object. */
export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [key: string]: unknown;
};

/**
 * Converts a schema to OpenAPI 3.0. Parts with an `id` in their metadata become `components`, which are added to the
 * passed record.
 */
export function jsonSchemaOf(schema: z.ZodType, components: Record<string, JsonSchema>): JsonSchema {
  const { definitions = {}, ...root } = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io: "input",
    reused: "inline",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const shape = shapeOf(methodsOf(zodSchema));
      if (shape) Object.assign(jsonSchema, jsonSchemaOf(shape, components));
      // The format already implies this pattern, which has a thousand characters.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      explainDates(methodsOf(zodSchema), jsonSchema);
      announce(methodsOf(zodSchema), jsonSchema);
      delete jsonSchema.id;
      // OpenAPI 3.0 supports one example. Zod omits the examples of codecs, although they are in wire format.
      const [example] = jsonSchema.examples ?? examplesOf(methodsOf(zodSchema));
      if (example !== undefined) jsonSchema["example"] = example;
      delete jsonSchema.examples;
    },
  });
  for (const [name, part] of Object.entries(asRecord(definitions))) components[name] ??= schemaFrom(part);
  const { id } = schema.meta() ?? {};
  const whole = schemaFrom(root);
  if (typeof id !== "string") return whole;
  components[id] ??= whole;
  return { $ref: `#/components/schemas/${id}` };
}

function examplesOf(schema: z.ZodType): unknown[] {
  const examples = schema.meta()?.["examples"];
  return Array.isArray(examples) ? examples : [];
}

const meaningOf = ({ edge, zoneField, zoneOwner = "school" }: DateInput): string => {
  const zone = zoneField === undefined ? "" : `\`${toWire(zoneField)}\`, or in `;
  return `In requests, a date means the ${edge} of that day in ${zone}the time zone of the ${zoneOwner}.`;
};

/**
 * The format stays `date-time`, as in responses: generated clients have a type for timestamps, and none for
 * timestamps or dates.
 */
function explainDates(schema: z.ZodType, jsonSchema: { description?: string }): void {
  const input = dateInputOf(schema);
  const { description = "" } = jsonSchema;
  if (!input || input.isBound || description.endsWith(meaningOf(input))) return;
  jsonSchema.description = `${description.replace(/\.$/, "")}. ${meaningOf(input)}`;
}

function announce(schema: z.ZodType, jsonSchema: { deprecated?: unknown; description?: string }): void {
  const deprecation = deprecationOf(schema);
  if (!deprecation || jsonSchema.deprecated === true) return;
  const { description } = jsonSchema;
  jsonSchema.deprecated = true;
  jsonSchema.description = [deprecationNotice(deprecation), description].filter(Boolean).join(" ");
}

/** The parts of a JSON Schema that are objects are schemas. */
export const isJsonSchema = (part: unknown): part is JsonSchema => isRecord(part);

function schemaFrom(part: unknown): JsonSchema {
  const schema = renamed(part);
  if (!isJsonSchema(schema)) throw new Error("Expected a JSON Schema that is an object.");
  return schema;
}

function renamed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(renamed);
  if (typeof part !== "object" || part === null) return part;
  if ("allOf" in part && Array.isArray(part.allOf) && part.allOf.length === 1 && Object.keys(part).length === 1) {
    return renamed(part.allOf[0]);
  }
  const entries = Object.entries(nullableOf(part)).map(([key, value]) => {
    if (key === "$ref") return [key, String(value).replace("#/definitions/", "#/components/schemas/")];
    if (key === "required" && Array.isArray(value)) return [key, value.map((name) => toWire(String(name)))];
    if (key === "properties") return [key, propertiesOf(asRecord(value))];
    // Plain data, not schemas.
    if (key === "enum" || key === "example" || key === "examples" || key === "default") return [key, value];
    return [key, renamed(value)];
  });
  return Object.fromEntries(entries) as unknown;
}

/**
 * In OpenAPI 3.0.3, `nullable` adds null only to the adjacent `type`; `enum`, `allOf` and references still reject it
 * (clarification proposal of 2019-10-31). So null becomes an enum value or one of two schemas. The second one has the
 * type boolean, because some generators write no type at all for the only value of another type.
 */
function nullableOf(part: { nullable?: boolean; enum?: unknown[]; allOf?: unknown[] }): object {
  const { allOf, enum: choices } = part;
  if (part.nullable !== true) return part;
  if (choices && !choices.includes(null)) return { ...part, enum: [...choices, null] };
  if (!allOf) return part;
  const { nullable: _nullable, allOf: _allOf, ...rest } = part;
  const whole = allOf.length === 1 ? allOf[0] : { allOf };
  return { ...rest, oneOf: [whole, { type: "boolean", nullable: true, enum: [null] }] };
}

const propertiesOf = (properties: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [toWire(name), renamed(value)]));

/** Converts a schema to a self-contained JSON Schema (2020-12), for readers that do not resolve references. */
export function inlineJsonSchemaOf(
  schema: z.ZodType,
  annotate: (schema: z.ZodType, json: Record<string, unknown>) => void = () => {},
): JsonSchema {
  const {
    $defs = {},
    $schema: _dialect,
    ...root
  } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    reused: "inline",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const shape = shapeOf(methodsOf(zodSchema));
      if (shape) Object.assign(jsonSchema, inlineJsonSchemaOf(shape, annotate));
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      delete jsonSchema.id;
      annotate(methodsOf(zodSchema), jsonSchema);
    },
  });
  const inline = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== "object" || part === null) return part;
    const { $ref, ...rest } = asRecord(part);
    const whole = typeof $ref === "string" ? { ...asRecord($defs[$ref.replace("#/$defs/", "")]), ...rest } : part;
    return Object.fromEntries(Object.entries(whole).map(([key, value]) => [key, inline(value)]));
  };
  return schemaFrom(inline(root));
}
