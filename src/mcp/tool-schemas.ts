import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { inlineJsonSchemaOf, type JsonSchema } from "#lib/wire/json-schema.ts";
import { isolateInSchema, markUntrusted } from "./untrusted.ts";

/** What the schemas of a tool depend on. */
interface Described {
  arguments: z.ZodObject;
  operations: readonly Operation[];
  writes: boolean;
  confirms: boolean;
  versioned: boolean;
  chooseable: readonly string[];
  /** Whether it says what could be done next. */
  leadsOn: boolean;
}

/** Arguments that a tool does not have are refused, which its schema says as well. */
export function inputSchemaOf(tool: Described): JsonSchema {
  const schema = inlineJsonSchemaOf(z.object(tool.arguments.shape));
  const properties = { ...schema.properties, ...controlsOf(tool) };
  const mustAgree = tool.operations.some(({ requiresIfMatch }) => requiresIfMatch);
  const required = [...(schema.required ?? []), ...(mustAgree ? ["if_match"] : [])];
  const { required: _own, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** The arguments that tools have in common. */
const controlsOf = ({ writes, confirms, versioned, chooseable }: Described): Record<string, JsonSchema> => ({
  ...(chooseable.length > 0 && {
    fields: {
      type: "array",
      items: { type: "string" },
      maxItems: 50,
      description: "Only these fields of the thing, or of each in the list: less to read",
    },
  }),
  ...(writes &&
    versioned && {
      if_match: { type: "string", description: "The etag that you read: refused where somebody changed it since" },
    }),
  ...(writes && {
    dry_run: { type: "boolean", description: "Check everything and change nothing; answers what would be." },
    idempotency_key: {
      type: "string",
      minLength: 1,
      maxLength: 250,
      description: "Your own name for this change: repeated with the same name it has no second effect.",
    },
  }),
  ...(confirms && {
    confirm: {
      type: "boolean",
      description:
        "true, once the person you work for has agreed. Hosts that support elicitation ask the person instead.",
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
  const { operations, writes, versioned, chooseable, leadsOn } = tool;
  const outputs = operations.map(({ output }) => isolateInSchema(formOf(inlineJsonSchemaOf(output, markUntrusted))));
  const different = [...new Map(outputs.map((output) => [JSON.stringify(output), output])).values()];
  const beside = {
    ...(versioned && { etag: { type: "string" } }),
    ...(leadsOn && { next_steps: nextSteps }),
    ...(!writes && { truncated: { type: "boolean" }, how_to_narrow: { type: "string" } }),
  };
  const added = different.map((output) => {
    const { required, ...rest } = chooseable.length > 0 ? withoutRequired(output) : output;
    return { ...rest, properties: { ...output.properties, ...beside }, ...(required && { required }) };
  });
  const choices: JsonSchema[] = writes ? [...added, rehearsal] : added;
  return choices.length === 1 ? { type: "object", ...choices[0] } : { type: "object", anyOf: choices };
}

/** What bounds a value matters to those who write it; readers of an answer pay for each word of its schema. */
const forWriters: ReadonlySet<string> = new Set(
  "description examples pattern format default readOnly minLength maxLength minimum maximum minItems maxItems".split(
    " ",
  ),
);

function formOf(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema)
    .filter(([key]) => !forWriters.has(key))
    .map(([key, value]) => {
      const isMap = key === "properties" && typeof value === "object" && value !== null;
      if (!isMap) return [key, typeof value === "object" ? formOfPart(value) : value] as const;
      const properties = Object.entries(value as Record<string, JsonSchema>);
      return [key, Object.fromEntries(properties.map(([name, part]) => [name, formOf(part)]))] as const;
    });
  return Object.fromEntries(entries);
}

const formOfPart = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(formOfPart);
  return typeof part === "object" && part !== null ? formOf(part as JsonSchema) : part;
};

const rehearsal: JsonSchema = {
  type: "object",
  properties: { dry_run: { const: true }, would: {} },
  required: ["dry_run", "would"],
};

/** Where fields are chosen none is sure to be there: of the thing itself, or of those in its list. */
function withoutRequired(schema: JsonSchema): JsonSchema {
  const items = (schema.properties?.["data"] as { items?: JsonSchema } | undefined)?.items;
  if (!items) {
    const { required: _required, ...rest } = schema;
    return rest;
  }
  const { required: _required, ...item } = items;
  const data = { ...schema.properties!["data"], items: item };
  return { ...schema, properties: { ...schema.properties, data } };
}
