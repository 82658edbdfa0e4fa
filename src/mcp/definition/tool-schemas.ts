import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { dateInputOf } from "#lib/wire/date-input.ts";
import { inlineJsonSchemaOf, isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { pricesInSchema } from "../calls/prices.ts";
import { acceptsDate, compactInput } from "../schemas/compact-input.ts";
import { anyOf, outlineOutput } from "../schemas/outline-output.ts";
import { isolateInSchema, markUntrusted } from "../calls/untrusted.ts";

/** Tool properties that its schemas depend on. */
interface Described {
  name: string;
  /** Needs no scope. */
  isPublic: boolean;
  arguments: z.ZodObject;
  operations: readonly Operation[];
  writes: boolean;
  confirms: boolean;
  /** The caller names what the call deletes. */
  removes: boolean;
  versioned: boolean;
  selectable: readonly string[];
  /** The result differs from the output of its operation. */
  isRewritten: boolean;
  /** The result can contain next steps. */
  hasNextSteps: boolean;
}

/** Their format would exclude dates. */
const markDates = (schema: z.ZodType, json: Record<string, unknown>): void => {
  if (!dateInputOf(schema)) return;
  delete json["format"];
  json[acceptsDate] = true;
};

/**
 * The schema does not say that other arguments are rejected, as they are: `additionalProperties` costs tokens in every
 * tool, and some hosts reject it.
 */
export function inputSchemaOf(tool: Described): JsonSchema {
  const schema = pricesInSchema(inlineJsonSchemaOf(z.object(tool.arguments.shape), markDates));
  const properties = { ...schema.properties, ...controlsOf(tool) };
  const needsIfMatch = tool.operations.some(({ requiresIfMatch }) => requiresIfMatch);
  const required = [...(schema.required ?? []), ...(needsIfMatch ? ["if_match"] : [])];
  const { required: _own, ...rest } = schema;
  const whole = { ...rest, properties, ...(required.length > 0 && { required }) };
  return compactInput(whole, tool.name);
}

/** The public list of tools is short: `fields` of single public items works too, but is not worth its tokens there. */
const listsFields = ({ selectable, isPublic, arguments: { shape } }: Described): boolean =>
  selectable.length > 0 && (!isPublic || "cursor" in shape);

/** Control arguments that tools share. */
const controlsOf = (tool: Described): Record<string, JsonSchema> => ({
  ...(listsFields(tool) && {
    fields: {
      type: "array",
      items: { type: "string" },
      maxItems: 50,
      description: "Fields to return",
    },
  }),
  ...(tool.writes &&
    tool.versioned && {
      if_match: {
        type: "string",
        description: "etag that you read",
      },
    }),
  ...(tool.writes && {
    dry_run: { type: "boolean", description: "Preview; save nothing" },
    idempotency_key: {
      type: "string",
      minLength: 1,
      maxLength: 250,
      description: "Unique key, for retries",
    },
  }),
  ...(tool.confirms && {
    confirm: {
      type: "boolean",
      description: "True after the user has agreed",
    },
  }),
  ...(tool.removes && {
    removes: {
      type: "array",
      items: { type: "string" },
      maxItems: 5000,
      description:
        "IDs of all sections and lectures that this call deletes, after the user has agreed to each. Omit it if nothing is deleted.",
    },
  }),
});

export function outputSchemaOf(tool: Described): JsonSchema {
  const { operations, writes, versioned, selectable, hasNextSteps, isRewritten } = tool;
  const depth = writes || isRewritten ? 1 : 2;
  const outputs = operations.map(({ output }) =>
    outlineOutput(isolateInSchema(pricesInSchema(inlineJsonSchemaOf(output, markUntrusted))), depth),
  );
  const extra = {
    ...(versioned && { etag: { type: "string" } }),
    ...(hasNextSteps && { next_steps: { type: "array", items: { type: "object" } } }),
    truncated: { type: "boolean" },
    how_to_narrow: { type: "string" },
    ...(writes && { dry_run: { type: "boolean" }, would: { type: "object" } }),
  };
  // A dry run returns `would` instead of the fields.
  const { required, ...whole } = merged(
    outputs.map((output) => (selectable.length > 0 ? withoutRequired(output) : output)),
  );
  return { ...whole, properties: { ...whole.properties, ...extra }, ...(!writes && required && { required }) };
}

/** One object with the fields of all: hosts do not support unions at the top level. */
function merged(outputs: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...others] = outputs;
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return { ...first, type: "object" };
  const names = new Set(outputs.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const fieldsOf = (name: string) => outputs.map(({ properties }) => properties?.[name]).filter(isJsonSchema);
  return {
    type: "object",
    properties: Object.fromEntries([...names].map((name) => [name, anyOf(fieldsOf(name))])),
    required: first.required?.filter((name) => others.every(({ required }) => required?.includes(name))),
  };
}

/** Drops `required`, because `fields` may omit any field of the resource or of each list item. */
function withoutRequired(schema: JsonSchema): JsonSchema {
  const list = schema.properties?.["data"];
  const items = list?.["items"];
  if (!isJsonSchema(items)) {
    const { required: _required, ...rest } = schema;
    return rest;
  }
  const { required: _required, ...item } = items;
  const data = { ...list, items: item };
  return { ...schema, properties: { ...schema.properties, data } };
}
