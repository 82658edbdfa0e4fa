import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { compileDecoder, type UnknownField } from "#lib/wire/decode.ts";
import { fieldNames } from "#lib/wire/field-names.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { inputSchemaOf, outputSchemaOf } from "./tool-schemas.ts";

/** What a host is told of a tool before it is called (MCP, tools): all four, since their defaults are alarming. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** The operation that a call comes to, and its input; `within`: under which argument what is not beside it stands. */
export interface Step {
  operation: Operation;
  input: Record<string, unknown>;
  within?: { argument: string; beside: readonly string[] };
}

/** A call that could follow, filled in as far as it is known. */
export interface NextStep {
  tool: string;
  arguments: Record<string, unknown>;
  why: string;
}

type Wire = Record<string, unknown>;

/** What is said of a tool besides what it does. */
export interface Traits {
  /** Fields, wherever they stand, that say who a person is. */
  personal?: readonly string[];
  /** Needs the person's confirmation, always or with such arguments: irreversible, grants privileges, or sends data out. */
  confirms?: boolean | ((given: Wire) => boolean);
  /** Whether a change can be made to depend on what was read; what answers an `etag` and what takes `if_match`. */
  versioned?: boolean;
  /** What could be done next with this result. */
  next?: (result: Wire) => NextStep[];
}

type Words = Pick<Tool, "name" | "title" | "description">;

/** A capability as agents call it: an operation, or several that are one thing to do. */
export interface Tool extends Required<Pick<Traits, "personal" | "confirms" | "versioned">> {
  name: string;
  title: string;
  /** What it does, when to use it and when another one: at most 60 words. */
  description: string;
  annotations: Hints;
  /** Null: for everybody. */
  scope: Scope | null;
  operations: readonly Operation[];
  writes: boolean;
  /** What `fields` can choose from; empty where the tool does not take it. */
  chooseable: readonly string[];
  decode: (value: unknown) => { value: unknown; unknown: UnknownField[] };
  step: (given: Wire, context: Context) => Step | Promise<Step>;
  next: (result: Wire) => NextStep[];
  /** As it stands in the list. */
  listed: () => { inputSchema: JsonSchema; outputSchema: JsonSchema };
}

export interface ToolDefinition extends Traits {
  words: Words;
  hints: Hints;
  arguments: z.ZodObject;
  operations: readonly [Operation, ...Operation[]];
  step: Tool["step"];
  /** Of a reading tool: whether its answer is no thing of which parts can be chosen. */
  whole?: boolean;
}

export function toolOf(definition: ToolDefinition): Tool {
  const { words, hints, operations, step, whole = false, arguments: shape } = definition;
  const { personal = [], confirms = false, versioned = false, next } = definition;
  const { access, writes, output } = operations[0];
  const chooseable = writes || whole ? [] : fieldNames(output);
  const traits = { personal, confirms, versioned, writes, chooseable, operations };
  const described = { ...traits, arguments: shape, confirms: confirms !== false, leadsOn: next !== undefined };
  let schemas: ReturnType<Tool["listed"]> | undefined;
  return {
    ...words,
    ...traits,
    annotations: hints,
    scope: "scope" in access ? access.scope : null,
    decode: compileDecoder(shape),
    step,
    next: next ?? (() => []),
    listed: () => (schemas ??= { inputSchema: inputSchemaOf(described), outputSchema: outputSchemaOf(described) }),
  };
}
