import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { toWire } from "#lib/wire/names.ts";
import { describeReceived } from "../protocol/describe-received.ts";
import { type DescribedTool, type Hints, type Invocation, type Tool, toolOf, type ToolDefinition } from "./tool.ts";

/** A tool of one operation. */
type OperationTool = DescribedTool & { operation: Operation };

/** A tool whose arguments select one of several operations. */
type SelectingTool = DescribedTool & Pick<ToolDefinition, "arguments" | "operations" | "step">;

type Wire = Record<string, unknown>;

const reading: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Creates something new on each call. */
export const adds: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
/** Creates or sets something. A repeated call has no further effect. */
export const sets: Hints = { ...adds, idempotentHint: true };
/** Replaces, ends or deletes something. A repeated call has no further effect. */
export const overwrites: Hints = { ...sets, destructiveHint: true };

/** Smaller pages than in the operator API, because results fill an agent's context. */
const maxLimit = 100;
const Limit = z.number().int().min(1).max(maxLimit).default(20);

/** List parameters that only programs need. */
const programOnly: ReadonlySet<string> = new Set(["ids", "includeTotal", "includeDeleted"]);

/** Returns the arguments of an operation, without the parameters that only programs need. */
export function ownArguments({ input }: Operation): z.ZodObject {
  const kept = Object.entries(input.shape).filter(([name]) => !programOnly.has(name));
  return z.object({ ...Object.fromEntries(kept), ...limitOf(input.shape) });
}

/** A list with smaller pages than those of the tools keeps its own limit. */
const limitOf = ({ limit }: Readonly<Record<string, z.core.$ZodType>>) =>
  limit && z.safeParse(limit, maxLimit).success && { limit: Limit };

const withLimit = (shape: z.ZodObject, args: Wire): Wire => {
  if (shape.shape["limit"] !== Limit) return args;
  const limit = Limit.safeParse(args["limit"]);
  if (!limit.success) {
    const detail = `Expected a whole number from 1 to ${maxLimit}, not ${describeReceived(args["limit"])}.`;
    throw validationFailed("/limit", "out_of_range", detail);
  }
  return { ...args, limit: limit.data };
};

/** Creates a read-only tool with the arguments of its operation, and an `etag` if the operation has a version. */
export function readTool({ operation, ...described }: OperationTool & Pick<ToolDefinition, "whole">): Tool {
  const shape = ownArguments(operation);
  const step = (args: Wire): Invocation => ({ operation, input: withLimit(shape, args) });
  const versioned = operation.version !== undefined;
  return toolOf({ versioned, ...described, hints: reading, arguments: shape, operations: [operation], step });
}

/** Creates a read-only tool whose arguments select one of several operations. */
export const readToolOf = ({ step, ...definition }: SelectingTool & Pick<ToolDefinition, "whole">): Tool =>
  toolOf({
    ...definition,
    hints: reading,
    step: (args, context) => step(withLimit(definition.arguments, args), context),
  });

/** Creates a writing tool with the arguments of its operation. */
export const writeTool = ({ operation, ...described }: OperationTool & Pick<ToolDefinition, "hints">): Tool =>
  toolOf({
    ...described,
    arguments: ownArguments(operation),
    operations: [operation],
    step: (input) => ({ operation, input }),
  });

/** Creates a writing tool whose arguments select one of several operations. */
export const writeToolOf = (definition: SelectingTool & Pick<ToolDefinition, "hints">): Tool => toolOf(definition);

/** Merges the nested argument into the operation's input: `{course, changes: {…}}` becomes one flat object. */
function nested(operation: Operation, argument: string, topLevel: readonly string[], args: Wire): Invocation {
  const { [argument]: inner, ...outer } = args;
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    throw validationFailed(`/${argument}`, "invalid_type", "Expected an object.");
  }
  return { operation, input: { ...inner, ...outer }, nested: { argument, topLevel } };
}

const shapeWithout = ({ input }: Operation, topLevel: readonly string[]) =>
  Object.fromEntries(Object.entries(input.shape).filter(([name]) => !topLevel.includes(name)));
const shapeOf = ({ input }: Operation, topLevel: readonly string[]) =>
  Object.fromEntries(Object.entries(input.shape).filter(([name]) => topLevel.includes(name)));

/**
 * Creates an update tool. `topLevel` lists the arguments that identify the resource; the other fields are nested in
 * `changes`, or in the given argument.
 */
export function changeTool({
  operation,
  topLevel,
  argument = "changes",
  ...described
}: OperationTool & { topLevel: readonly string[]; argument?: string }): Tool {
  const inner = z.object(shapeWithout(operation, topLevel));
  return toolOf({
    hints: overwrites,
    arguments: z.object({ ...shapeOf(operation, topLevel), [argument]: inner }),
    operations: [operation],
    step: (args) => nested(operation, argument, topLevel, args),
    versioned: true,
    ...described,
  });
}

/**
 * Creates an upsert tool: creates a resource if `which` is absent, otherwise updates it. `parent` names the resource
 * that contains a new one.
 */
export function saveTool({
  create,
  update,
  which,
  parent,
  argument = "changes",
  ...described
}: DescribedTool & {
  create: Operation;
  update: Operation;
  which: string;
  parent?: string;
  argument?: string;
}): Tool {
  const topLevel = [which, ...(parent === undefined ? [] : [parent])];
  // Names and types are the same in both operations. The create operation validates its required fields.
  const fields = shapeWithout(create, topLevel);
  const inner = z
    .object({ ...fields, ...shapeWithout(update, topLevel) })
    .partial()
    .meta({ description: `Fields to set; others stay. ${requiredOf(create, topLevel)}` });
  const references = { ...shapeOf(create, topLevel), ...shapeOf(update, topLevel) } as Record<string, z.ZodType>;
  const optional = Object.fromEntries(Object.entries(references).map(([name, value]) => [name, value.optional()]));
  return toolOf({
    hints: overwrites,
    arguments: z.object({ ...optional, [argument]: inner }),
    operations: [update, create],
    step(args) {
      if (args[which] === undefined) return nested(create, argument, topLevel, args);
      const { [parent ?? ""]: _parent, ...rest } = args;
      return nested(update, argument, topLevel, parent !== undefined && parent in update.input.shape ? args : rest);
    },
    versioned: true,
    ...described,
  });
}

/** `To create one: event, name`. */
function requiredOf({ input }: Operation, topLevel: readonly string[]): string {
  const required = Object.entries(input.shape).flatMap(([name, type]) =>
    z.safeParse(type, undefined).success ? [] : [name],
  );
  const inside = required.filter((name) => !topLevel.includes(name)).map(toWire);
  return inside.length === 0 ? "" : `Required to create one: ${inside.join(", ")}`;
}

/** Creates a tool for state transitions. Each transition is an operation of its own. */
export function stateTool({
  steps,
  argument = "state",
  ...described
}: DescribedTool & { steps: Readonly<Record<string, Operation>>; argument?: string }): Tool {
  const [first, ...others] = Object.values(steps);
  if (!first) throw new Error("The tool has no steps.");
  const operations = [first, ...others] as const;
  const State = z.enum(Object.keys(steps));
  const shapes = operations.map(({ input }) => input.shape);
  const inAll = (name: string) => shapes.every((shape) => name in shape);
  const fields = Object.fromEntries(
    operations
      .flatMap(({ input }) => Object.entries(fieldsIn(input)))
      .map(([name, value]) => [name, inAll(name) ? value : value.optional()]),
  );
  return toolOf({
    hints: overwrites,
    arguments: z.object({ ...fields, [argument]: State }),
    operations,
    step({ [argument]: requested, ...args }) {
      const state = State.safeParse(requested);
      const operation = state.success ? steps[state.data] : undefined;
      if (!operation) {
        throw validationFailed(`/${argument}`, "invalid_value", `Expected ${Object.keys(steps).join(", ")}.`);
      }
      const inapplicable = Object.keys(args).find((name) => !(name in operation.input.shape));
      if (inapplicable !== undefined)
        throw validationFailed(`/${inapplicable}`, "not_applicable", `This argument does not apply to ${state.data}.`);
      return { operation, input: args };
    },
    versioned: true,
    ...described,
  });
}
