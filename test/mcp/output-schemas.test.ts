import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Tool } from "#mcp/definition/tool.ts";
import { tools } from "#mcp/definition/tools.ts";
import { rounds, sampled } from "../support/thorough.ts";
import type { Json } from "./support/agent.ts";
import { argumentTexts } from "./support/argument-texts.ts";
import { type OptionalArgument, optionalArguments, pairsOf } from "./support/argument-values.ts";
import { harmless, inhabitedAgents, outputValidators } from "./support/inhabited-agents.ts";

const numRuns = rounds(60, 500);

const { inhabited, known, operator, agentOf } = await inhabitedAgents("Gauge", { copies: 3 });
const texts = argumentTexts(inhabited, known);
const validators = outputValidators();

/** Every combination of a list's filters, orders and limits is a valid call. */
const isList = ({ listed }: Tool): boolean => "cursor" in (listed().inputSchema.properties ?? {});

/** Failures of other tools that their arguments cause, such as an argument that applies to another action. */
const correctable: ReadonlySet<string> = new Set([
  "validation_failed",
  "not_found",
  "invalid_state",
  "already_subscribed",
  "unsupported_media",
]);

/** Calls a tool and validates its result as clients do. Returns undefined if the arguments do not fit together. */
async function checkedCall(tool: Tool, args: Json): Promise<Json | undefined> {
  const call = { ...known[tool.name], ...args, ...harmless(tool) };
  if (tool.operations.some(({ requiresIfMatch }) => requiresIfMatch)) call["if_match"] = await etagFor(tool);
  const { status, result, failure, error } = await agentOf(tool).call(tool.name, call);
  const about = `${tool.name} ${JSON.stringify(call)}`;
  assert.deepEqual([status, error], [200, undefined], about);
  if (failure) {
    assert.ok(!isList(tool) && correctable.has(failure.code), `${about}: ${failure.code} ${failure.message}`);
    return undefined;
  }
  const validate = validators.get(tool.name)!;
  for (const part of tool.writes ? [result, result["would"]] : [result]) {
    const { valid, errorMessage } = validate(part);
    assert.ok(valid, `${about}: ${errorMessage}`);
  }
  const { next_cursor: cursor } = (result["page"] ?? {}) as { next_cursor?: string | null };
  if (typeof cursor === "string" && args["cursor"] === undefined) await checkedCall(tool, { ...args, cursor });
  return result;
}

async function etagFor({ name }: Tool): Promise<unknown> {
  const reads = name === "update_appearance" ? "get_appearance" : "get_curriculum";
  return (await operator.call(reads, known[reads])).result["etag"];
}

const argumentsOf = new Map(tools.map((tool) => [tool, optionalArguments(tool, texts)]));

const asObject = (values: readonly OptionalArgument[]): Json =>
  Object.fromEntries(values.map(({ name, value }) => [name, value]));

void test("A result matches the output schema of its tool with each value of each argument, and each pair", async () => {
  const single = [...argumentsOf].flatMap(([tool, values]) =>
    [[], ...values.map((value) => [value])].map((one) => ({ tool, values: one })),
  );
  const pairs = [...argumentsOf].flatMap(([tool, values]) => pairsOf(values).map((pair) => ({ tool, values: pair })));
  assert.ok(single.length > 1000 && pairs.length > 10_000, `${single.length} ${pairs.length}`);
  const calls = [...sampled(single, 15), ...sampled(pairs, 500, 20)];
  let succeeded = 0;
  for (const { tool, values } of calls) if (await checkedCall(tool, asObject(values))) succeeded++;
  assert.ok(succeeded > 0.85 * calls.length, `${succeeded} of ${calls.length}`);
});

void test("A result matches the output schema of its tool with any selection of fields and any arguments", async () => {
  const arbitrary = fc.constantFrom(...tools).chain((tool) =>
    fc.record({
      tool: fc.constant(tool),
      values: fc.subarray([...argumentsOf.get(tool)!]),
      fields: tool.selectable.length > 0 ? fc.subarray([...tool.selectable], { minLength: 1 }) : fc.constant(undefined),
    }),
  );
  const holds = fc.asyncProperty(arbitrary, async ({ tool, values, fields }) => {
    await checkedCall(tool, { ...asObject(values), ...(fields && { fields }) });
  });
  await fc.assert(holds, { numRuns });
});
