import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { dateInputOf } from "#lib/wire/date-input.ts";
import { inlineJsonSchemaOf, isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { pricesInSchema } from "./prices.ts";
import { acceptsDate, compactInput } from "./schemas/compact-input.ts";
import { outlineOutput } from "./schemas/outline-output.ts";
import { isolateInSchema, markUntrusted } from "./untrusted.ts";

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

/** Rejects unknown arguments, also in the schema. */
export function inputSchemaOf(tool: Described): JsonSchema {
  const schema = pricesInSchema(inlineJsonSchemaOf(z.object(tool.arguments.shape), markDates));
  const properties = { ...schema.properties, ...controlsOf(tool) };
  const needsIfMatch = tool.operations.some(({ requiresIfMatch }) => requiresIfMatch);
  const required = [...(schema.required ?? []), ...(needsIfMatch ? ["if_match"] : [])];
  const { required: _own, ...rest } = schema;
  const whole = { ...rest, properties, ...(required.length > 0 && { required }), additionalProperties: false };
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
  const different = [...new Map(outputs.map((output) => [JSON.stringify(output), output])).values()];
  const extra = {
    ...(versioned && { etag: { type: "string" } }),
    ...(hasNextSteps && { next_steps: { type: "array" } }),
    truncated: { type: "boolean" },
    how_to_narrow: { type: "string" },
  };
  const added = different.map((output) => {
    const { required, ...rest } = selectable.length > 0 ? withoutRequired(output) : output;
    return { ...rest, properties: { ...rest.properties, ...extra }, ...(required && { required }) };
  });
  const choices: JsonSchema[] = writes ? [...added, dryRunResult] : added;
  return choices.length === 1 ? { type: "object", ...choices[0] } : { type: "object", anyOf: choices };
}

const dryRunResult: JsonSchema = {
  type: "object",
  properties: {
    dry_run: { const: true },
    would: {},
    truncated: { type: "boolean" },
    how_to_narrow: { type: "string" },
  },
  required: ["dry_run", "would"],
};

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
