import * as z from "zod";
import type { Operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { type Hints, type Step, type Tool, toolOf, type ToolDefinition, type Traits } from "./tool.ts";

type Words = Pick<Tool, "name" | "title" | "description">;
type Wire = Record<string, unknown>;

const reading: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Adds something each time. */
export const adds: Hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
/** Adds or sets something; to repeat it changes nothing more. */
export const sets: Hints = { ...adds, idempotentHint: true };
/** Replaces, ends or takes away something; to repeat it changes nothing more. */
export const overwrites: Hints = { ...sets, destructiveHint: true };

/** An agent reads less at a time than a program. */
const Limit = z.number().int().min(1).max(100).default(20);

/** What programs ask of lists, and nobody who reads. */
const ofPrograms: ReadonlySet<string> = new Set(["ids", "includeTotal", "includeDeleted"]);

/** The arguments of an operation as they are, but for what is for programs alone. */
export function ownArguments({ input }: Operation): z.ZodObject {
  const kept = Object.entries(input.shape).filter(([name]) => !ofPrograms.has(name));
  return z.object({ ...Object.fromEntries(kept), ...("limit" in input.shape && { limit: Limit }) });
}

const withLimit = (shape: z.ZodObject, given: Wire): Wire => {
  if (!("limit" in shape.shape)) return given;
  const limit = Limit.safeParse(given["limit"]);
  if (!limit.success) throw validationFailed("/limit", "out_of_range", "Expected 1 to 100.");
  return { ...given, limit: limit.data };
};

/** A tool that changes nothing. */
export function readTool(words: Words, operation: Operation, traits: Traits & { whole?: boolean } = {}): Tool {
  const shape = ownArguments(operation);
  const step = (given: Wire): Step => ({ operation, input: withLimit(shape, given) });
  return toolOf({ words, hints: reading, arguments: shape, operations: [operation], step, ...traits });
}

/** The same where the arguments say which of several operations answers. */
export const readToolOf = (
  words: Words,
  definition: Pick<ToolDefinition, "arguments" | "operations" | "step"> & Traits & { whole?: boolean },
): Tool => {
  const { arguments: shape, step } = definition;
  return toolOf({
    ...definition,
    words,
    hints: reading,
    step: (given, context) => step(withLimit(shape, given), context),
  });
};

/** A tool that changes something, with the arguments of its operation. */
export const writeTool = (words: Words, operation: Operation, hints: Hints, traits: Traits = {}): Tool =>
  toolOf({
    words,
    hints,
    arguments: ownArguments(operation),
    operations: [operation],
    step: (input) => ({ operation, input }),
    ...traits,
  });

/** The same where the arguments say which of several operations acts. */
export const writeToolOf = (
  words: Words,
  definition: Pick<ToolDefinition, "arguments" | "operations" | "step" | "hints"> & Traits,
): Tool => toolOf({ ...definition, words });

/** What is not beside stands under one argument: `{course, changes: {…}}`. */
function nested(operation: Operation, argument: string, beside: readonly string[], given: Wire): Step {
  const { [argument]: inner, ...outer } = given;
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    throw validationFailed(`/${argument}`, "invalid_type", "Expected an object.");
  }
  return { operation, input: { ...inner, ...outer }, within: { argument, beside } };
}

const shapeWithout = ({ input }: Operation, beside: readonly string[]) =>
  Object.fromEntries(Object.entries(input.shape).filter(([name]) => !beside.includes(name)));
const shapeOf = ({ input }: Operation, beside: readonly string[]) =>
  Object.fromEntries(Object.entries(input.shape).filter(([name]) => beside.includes(name)));

/** Changes of a thing that is there: `beside` says which, `changes` (or as it is called here) what. */
export function changeTool(
  words: Words,
  operation: Operation,
  { beside, argument = "changes", ...traits }: { beside: readonly string[]; argument?: string } & Traits,
): Tool {
  const inner = z.object(shapeWithout(operation, beside));
  return toolOf({
    words,
    hints: overwrites,
    arguments: z.object({ ...shapeOf(operation, beside), [argument]: inner }),
    operations: [operation],
    step: (given) => nested(operation, argument, beside, given),
    versioned: true,
    ...traits,
  });
}

/** Makes a thing where none is named, and changes the one that is. `parent`: what a new one is made in. */
export function saveTool(
  words: Words,
  operations: { create: Operation; update: Operation },
  definition: { which: string; parent?: string; argument?: string } & Traits,
): Tool {
  const { create, update } = operations;
  const { which, parent, argument = "changes", ...traits } = definition;
  const beside = [which, ...(parent === undefined ? [] : [parent])];
  // Names and form are the same in both; what a new one must have the operation tells.
  const inner = z.object({ ...shapeWithout(create, beside), ...shapeWithout(update, beside) }).partial();
  const references = { ...shapeOf(create, beside), ...shapeOf(update, beside) } as Record<string, z.ZodType>;
  const optional = Object.fromEntries(Object.entries(references).map(([name, value]) => [name, value.optional()]));
  return toolOf({
    words,
    hints: overwrites,
    arguments: z.object({ ...optional, [argument]: inner }),
    operations: [update, create],
    step(given) {
      if (given[which] === undefined) return nested(create, argument, beside, given);
      const { [parent ?? ""]: _parent, ...rest } = given;
      return nested(update, argument, beside, parent !== undefined && parent in update.input.shape ? given : rest);
    },
    versioned: true,
    ...traits,
  });
}

/** Steps between the states of a thing, each an operation of its own. */
export function stateTool(
  words: Words,
  steps: Readonly<Record<string, Operation>>,
  { argument = "state", ...traits }: { argument?: string } & Traits = {},
): Tool {
  const operations = Object.values(steps) as [Operation, ...Operation[]];
  const State = z.enum(Object.keys(steps) as [string, ...string[]]);
  const shapes = operations.map(({ input }) => input.shape);
  const inAll = (name: string) => shapes.every((shape) => name in shape);
  const others = Object.fromEntries(
    Object.entries(Object.assign({}, ...shapes) as Record<string, z.ZodType>).map(([name, value]) => [
      name,
      inAll(name) ? value : value.optional(),
    ]),
  );
  return toolOf({
    words,
    hints: overwrites,
    arguments: z.object({ ...others, [argument]: State }),
    operations,
    step({ [argument]: wanted, ...given }) {
      const state = State.safeParse(wanted);
      if (!state.success) {
        throw validationFailed(`/${argument}`, "invalid_value", `Expected ${Object.keys(steps).join(", ")}.`);
      }
      const operation = steps[state.data]!;
      const odd = Object.keys(given).find((name) => !(name in operation.input.shape));
      if (odd !== undefined)
        throw validationFailed(`/${odd}`, "not_applicable", `This does not go with ${state.data}.`);
      return { operation, input: given };
    },
    versioned: true,
    ...traits,
  });
}
