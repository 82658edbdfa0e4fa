import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Operation } from "#domain/operation.ts";
import { compileDecoder, type UnknownField } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { inlineJsonSchemaOf, type JsonSchema } from "#lib/wire/json-schema.ts";

/** What a host is told of a tool before it is called (MCP, tools): all four, since their defaults are alarming. */
interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** An operation as agents call it. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, when to use it and when another one: at most 60 words. */
  description: string;
  annotations: Hints;
  operation: Operation;
  /** Null: for everybody. */
  scope: Scope | null;
  decode: (value: unknown) => { value: unknown; unknown: UnknownField[] };
  encode: (value: unknown) => unknown;
  /** As it stands in the list. */
  listed: () => { inputSchema: JsonSchema; outputSchema: JsonSchema };
}

type Words = Pick<Tool, "name" | "title" | "description">;

const reading: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function toolOf(words: Words, operation: Operation, annotations: Hints): Tool {
  const { access, input, output } = operation;
  let schemas: ReturnType<Tool["listed"]> | undefined;
  return {
    ...words,
    annotations,
    operation,
    scope: "scope" in access ? access.scope : null,
    decode: compileDecoder(input),
    encode: compileEncoder(output),
    listed: () => (schemas ??= { inputSchema: inputSchemaOf(operation), outputSchema: outputSchemaOf(operation) }),
  };
}

/** Arguments that a tool does not have are refused, which its schema says as well. */
function inputSchemaOf({ input, writes }: Operation): JsonSchema {
  const schema = inlineJsonSchemaOf(z.object(input.shape));
  const properties = { ...schema.properties, ...(writes && forWrites) };
  return { ...schema, properties, additionalProperties: false };
}

/** What every tool that changes something takes besides its own arguments. */
const forWrites: Record<string, JsonSchema> = {
  dry_run: { type: "boolean", description: "Check everything and change nothing; answers what would be." },
  idempotency_key: {
    type: "string",
    minLength: 1,
    maxLength: 250,
    description: "Your own name for this change: repeated with the same name it has no second effect.",
  },
};

function outputSchemaOf({ output, writes }: Operation): JsonSchema {
  const schema = inlineJsonSchemaOf(output);
  if (!writes) return schema;
  const rehearsal = {
    type: "object",
    properties: { dry_run: { const: true }, would: {} },
    required: ["dry_run", "would"],
  };
  return { type: "object", anyOf: [schema, rehearsal] };
}

/** A tool that changes nothing. */
export const readTool = (words: Words, operation: Operation): Tool => toolOf(words, operation, reading);

/** A tool that changes something; what it says of itself beyond that is said here. */
export const writeTool = (words: Words, operation: Operation, hints: Partial<Hints> = {}): Tool =>
  toolOf(words, operation, { ...reading, readOnlyHint: false, idempotentHint: false, ...hints });
