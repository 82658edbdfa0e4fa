import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { isRecord } from "#lib/is-record.ts";
import { inlineJsonSchemaOf, isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { pricesInSchema } from "./prices.ts";
import { isolateInSchema, markUntrusted } from "./untrusted.ts";

/** Tool properties that its schemas depend on. */
interface Described {
  arguments: z.ZodObject;
  operations: readonly Operation[];
  writes: boolean;
  confirms: boolean;
  /** The caller names what the call deletes. */
  removes: boolean;
  versioned: boolean;
  selectable: readonly string[];
  /** The result can contain next steps. */
  hasNextSteps: boolean;
}

/** Rejects unknown arguments, also in the schema. */
export function inputSchemaOf(tool: Described): JsonSchema {
  const schema = pricesInSchema(inlineJsonSchemaOf(z.object(tool.arguments.shape)));
  const properties = { ...schema.properties, ...controlsOf(tool) };
  const needsIfMatch = tool.operations.some(({ requiresIfMatch }) => requiresIfMatch);
  const required = [...(schema.required ?? []), ...(needsIfMatch ? ["if_match"] : [])];
  const { required: _own, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** Control arguments that tools share. */
const controlsOf = ({ writes, confirms, removes, versioned, selectable }: Described): Record<string, JsonSchema> => ({
  ...(selectable.length > 0 && {
    fields: {
      type: "array",
      items: { type: "string" },
      maxItems: 50,
      description: "Return only these fields of the resource, or of each list item",
    },
  }),
  ...(writes &&
    versioned && {
      if_match: {
        type: "string",
        description: "The etag that you read. The call fails if the resource has changed since.",
      },
    }),
  ...(writes && {
    dry_run: { type: "boolean", description: "Validate the call and return its result without saving anything." },
    idempotency_key: {
      type: "string",
      minLength: 1,
      maxLength: 250,
      description: "A unique key for this change. A retry with the same key has no further effect.",
    },
  }),
  ...(confirms && {
    confirm: {
      type: "boolean",
      description: "Set to true after the user has agreed. Hosts that support elicitation ask the user instead.",
    },
  }),
  ...(removes && {
    removes: {
      type: "array",
      items: { type: "string" },
      maxItems: 5000,
      description:
        "IDs of all sections and lectures that this call deletes, after the user has agreed to each. Omit it if nothing is deleted.",
    },
  }),
});

const nextSteps: JsonSchema = {
  type: "array",
  maxItems: 3,
  items: {
    type: "object",
    properties: { tool: { type: "string" }, arguments: { type: "object" }, why: { type: "string" } },
    required: ["tool", "arguments", "why"],
  },
};

export function outputSchemaOf(tool: Described): JsonSchema {
  const { operations, writes, versioned, selectable, hasNextSteps } = tool;
  const outputs = operations.map(({ output }) =>
    isolateInSchema(formOf(pricesInSchema(inlineJsonSchemaOf(output, markUntrusted)))),
  );
  const different = [...new Map(outputs.map((output) => [JSON.stringify(output), output])).values()];
  const extra = {
    ...(versioned && { etag: { type: "string" } }),
    ...(hasNextSteps && { next_steps: nextSteps }),
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

/** Keywords that are dropped from output schemas: constraints help writers, and readers pay tokens for each word. */
const forWriters: ReadonlySet<string> = new Set(
  "description examples pattern format default readOnly minLength maxLength minimum maximum minItems maxItems".split(
    " ",
  ),
);

function formOf(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema)
    .filter(([key]) => !forWriters.has(key))
    .map(([key, value]) => {
      if (key !== "properties" || !isRecord(value)) return [key, formOfPart(value)] as const;
      return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formOfPart(part)]))] as const;
    });
  return Object.fromEntries(entries);
}

const formOfPart = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(formOfPart);
  return isJsonSchema(part) ? formOf(part) : part;
};

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
