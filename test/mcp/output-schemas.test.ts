import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { anInhabitedSite } from "../support/inhabited-site.ts";
import { rounds } from "../support/thorough.ts";
import type { Tool } from "../../src/mcp/tool.ts";
import { tools } from "../../src/mcp/tools.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";
import { toolArguments } from "./support/tool-arguments.ts";

const numRuns = rounds(150, 2000);

const inhabited = await anInhabitedSite("Gauge");
await inhabited.site.set({ mcpRequestsPerMinute: 10_000 });
const own = await inhabited.site.connect(await inhabited.site.operatorClient(), inhabited.member, "account:read");
const operator = await anOperatorAgent(inhabited.site);
const member = agentAt(inhabited.site, own.access_token);
const validator = new AjvJsonSchemaValidator();
const listed = new Map(
  tools
    .filter(({ scope }) => scope !== "account:write")
    .map(({ name, listed: schemas }) => [name, validator.getValidator<Json>({ ...schemas().outputSchema })]),
);
const argumentsOf = await toolArguments(inhabited);
const toolOf = (name: string) => tools.find((tool) => tool.name === name)!;
const agentOf = (scope: string | null) => (scope?.startsWith("account:") ? member : operator);

/** Public tools that read one item need a published one, which the seed does not always have. */
async function isReadable({ name, scope }: Tool): Promise<boolean> {
  const { failure } = await agentOf(scope).call(name, argumentsOf[name] ?? {});
  return failure === undefined;
}

interface Property {
  description?: string;
  items?: { enum?: string[] };
}

/** Arbitrary values of the arguments that shape a result: fields, page size, order and related resources. */
function shapeOf({ selectable, listed: schemas }: Tool): fc.Arbitrary<Json> {
  const { properties } = schemas().inputSchema as unknown as { properties: Record<string, Property> };
  const { limit, sort, expand, include } = properties;
  const keys = sort?.description?.replace(/;.*/, "").match(/[a-z_]+/g) ?? [];
  const orders = keys.flatMap((key) => (key === "default" ? [] : [key, `-${key}`]));
  return fc.record(
    {
      fields: fc.subarray([...selectable], { minLength: 1 }),
      ...(limit && { limit: fc.integer({ min: 1, max: 3 }) }),
      ...(sort && { sort: fc.constantFrom(...orders) }),
      ...(expand && { expand: fc.subarray(expand.items?.enum ?? []) }),
      ...(include && { include: fc.subarray(include.items?.enum ?? []) }),
    },
    { requiredKeys: [] },
  );
}

void test("A result matches the output schema of its tool with any selection, order and expansion", async () => {
  const readers: string[] = [];
  for (const tool of tools) {
    if (tool.selectable.length > 0 && listed.has(tool.name) && (await isReadable(tool))) readers.push(tool.name);
  }
  assert.ok(readers.length > 40, readers.join(" "));
  const calls = fc
    .constantFrom(...readers)
    .chain((name) => fc.record({ name: fc.constant(name), shape: shapeOf(toolOf(name)) }));
  const holds = fc.asyncProperty(calls, async ({ name, shape }) => {
    const { result, failure, error } = await agentOf(toolOf(name).scope).call(name, { ...argumentsOf[name], ...shape });
    assert.deepEqual([failure, error], [undefined, undefined]);
    const { valid, errorMessage } = listed.get(name)!(result);
    assert.ok(valid, errorMessage);
  });
  await fc.assert(holds, { numRuns });
});

void test("The result of a dry run matches the output schema of its tool", async () => {
  const writers = tools.filter(({ name, writes, scope }) => writes && listed.has(name) && scope !== "account:write");
  assert.ok(writers.length > 40, String(writers.length));
  const validated: string[] = [];
  for (const { name, scope, confirms, operations } of writers) {
    const args = argumentsOf[name];
    if (!args) continue;
    const needsIfMatch = operations.some(({ requiresIfMatch }) => requiresIfMatch);
    const read = needsIfMatch ? await operator.call("get_curriculum", { course: args["course"] }) : undefined;
    const controls = {
      dry_run: true,
      ...(confirms && { confirm: true }),
      ...(read && { if_match: read.result["etag"] }),
    };
    const { result, failure } = await agentOf(scope).call(name, { ...args, ...controls });
    // The state of the site decides whether a write succeeds. A failure has no structured content.
    if (failure) continue;
    const { valid, errorMessage } = listed.get(name)!(result);
    assert.ok(valid, `${name}: ${errorMessage}`);
    validated.push(name);
  }
  assert.ok(validated.length > 35, validated.join(" "));
});
