import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import type { UnknownField } from "#lib/wire/unknown-field.ts";
import { fieldNames } from "#lib/wire/field-names.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { controlArguments } from "#mcp/calls/control-arguments.ts";
import { readPrices } from "../calls/prices.ts";
import { compileArguments } from "../calls/read-arguments.ts";
import { inputSchemaOf, outputSchemaOf } from "./tool-schemas.ts";

/**
 * Tool annotations (MCP, tools). All four are always sent, because the protocol's defaults assume a destructive tool.
 */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/**
 * The operation that a call maps to, with its input. `nested` names the argument that contains all fields except
 * those in `topLevel`.
 */
export interface Invocation {
  operation: Operation;
  input: Record<string, unknown>;
  nested?: { argument: string; topLevel: readonly string[] };
}

/** A suggested follow-up call with the known arguments filled in. */
export interface NextStep {
  tool: string;
  arguments: Record<string, unknown>;
  why: string;
}

type Wire = Record<string, unknown>;

/** Optional behavior of a tool. */
interface ToolOptions {
  /** Fields with personal data, at any depth. */
  personal?: readonly string[];
  /**
   * Requires the user's confirmation, always or for these arguments: irreversible calls, grants of privileges, data
   * sent elsewhere.
   */
  confirms?: boolean | ((args: Wire) => boolean);
  /**
   * A call can delete what it does not name, for example the lectures that a new curriculum omits. The caller repeats
   * their IDs in `removes`, or the user confirms their titles in a form of the host. The operation calls
   * `confirmRemovals` of its context.
   */
  removes?: boolean;
  /** A dry run sends nothing to other hosts, although the call does. It needs no consent. */
  dryRunIsLocal?: boolean;
  /** Supports optimistic concurrency: reads return an `etag`, writes accept `if_match`. */
  versioned?: boolean;
  /** Rewrites the encoded result. The output schema then says nothing about its nested fields. */
  rewrite?: ((result: Wire) => Wire) | undefined;
  /** Suggests follow-up calls for a result. */
  next?: (result: Wire) => NextStep[];
}

/** The texts of a tool, with its optional behavior. */
export type DescribedTool = Pick<Tool, "name" | "title" | "description"> & ToolOptions;

/** A capability for agents: one operation, or several that belong to one task. */
export interface Tool
  extends
    Required<Pick<ToolOptions, "personal" | "confirms" | "removes" | "dryRunIsLocal" | "versioned">>,
    Pick<ToolOptions, "rewrite"> {
  name: string;
  title: string;
  /** Effect, use and alternatives of the tool, in at most 60 words. */
  description: string;
  annotations: Hints;
  /** Null: public. */
  scope: Scope | null;
  operations: readonly Operation[];
  writes: boolean;
  /** Field names for `fields`; empty if the tool does not support it. */
  selectable: readonly string[];
  /** Reads all arguments as the schema means them, see read-arguments.ts. Everything else gets what this returns. */
  read: (args: Wire) => Promise<Wire>;
  decode: (args: Wire) => { value: unknown; unknown: UnknownField[] };
  step: (args: Wire, context: Context) => Invocation | Promise<Invocation>;
  next: (result: Wire) => NextStep[];
  listed: () => ListedSchemas;
}

/** The schemas of a tool in `tools/list`. */
export interface ListedSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

export interface ToolDefinition extends DescribedTool {
  hints: Hints;
  arguments: z.ZodObject;
  operations: readonly [Operation, ...Operation[]];
  step: Tool["step"];
  /** The result is a single document: the tool does not support `fields`. */
  whole?: boolean;
}

/** Fields that `if_match` accepts. A partial or truncated result does not contain them. */
export const isVersion = (name: string): boolean => name === "etag" || name === "version";

export function toolOf(definition: ToolDefinition): Tool {
  const { name, title, description, hints, operations, step, whole = false, arguments: shape } = definition;
  const {
    personal = [],
    confirms = false,
    removes = false,
    dryRunIsLocal = false,
    rewrite,
    versioned = false,
    next,
  } = definition;
  const { access, writes, output } = operations[0];
  const selectable = writes || whole ? [] : fieldNames(output).filter((name) => !(versioned && isVersion(name)));
  const options = { personal, confirms, removes, dryRunIsLocal, rewrite, versioned, writes, selectable, operations };
  const described = {
    ...options,
    name,
    isPublic: !("scope" in access),
    arguments: shape,
    confirms: confirms !== false,
    isRewritten: rewrite !== undefined,
    hasNextSteps: next !== undefined,
  };
  const decode = compileDecoder(shape);
  const read = compileArguments(z.object({ ...controlArguments, ...shape.shape }), { splitsTexts: !writes });
  let schemas: ReturnType<Tool["listed"]> | undefined;
  return {
    name,
    title,
    description,
    ...options,
    annotations: hints,
    scope: "scope" in access ? access.scope : null,
    read,
    decode: (args) => decode(readPrices(shape, args)),
    step,
    next: next ?? (() => []),
    listed: () => (schemas ??= { inputSchema: inputSchemaOf(described), outputSchema: outputSchemaOf(described) }),
  };
}
