import assert from "node:assert/strict";
import { test } from "node:test";
import { anInhabitedSite } from "../support/worlds/inhabited-site.ts";
import { findReadingTool } from "../../src/mcp/definition/find-reading-tool.ts";
import { tools } from "../../src/mcp/definition/tools.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { toolArguments } from "./support/tool-arguments.ts";

/** The arguments that identify an existing resource. */
const identifying = new Set([
  "id",
  "course",
  "lecturer",
  "event",
  "plan",
  "product",
  "service",
  "coupon",
  "post",
  "page",
]);

/** Writers whose arguments in the fixtures create a resource; these update one. */
const updates = (argumentsOf: Record<string, Json>): Record<string, Json> => ({
  save_course_plan: { ...argumentsOf["get_course_plan"], plan: { name: "Crew" } },
  save_event_ticket: { ...argumentsOf["get_event_ticket"], ticket: { name: "Standing" } },
});

void test("Each tool that accepts a version has a tool that reads it, drafts included", async () => {
  const inhabited = await anInhabitedSite("Sounding");
  await inhabited.site.set({ mcpRequestsPerMinute: 10_000 });
  const operator = await anOperatorAgent(inhabited.site);
  const argumentsOf = await toolArguments(inhabited);
  const writers = tools.filter(({ writes, versioned }) => writes && versioned);
  assert.ok(writers.length > 30, String(writers.length));
  const accepted: string[] = [];
  for (const { name, confirms } of writers) {
    const reader = findReadingTool(name);
    assert.ok(reader !== undefined, `No tool reads what ${name} writes.`);
    const args = updates(argumentsOf)[name] ?? argumentsOf[name] ?? {};
    const reading = Object.fromEntries(
      Object.entries(args).filter(([argument, value]) => identifying.has(argument) && typeof value === "string"),
    );
    const { result, failure } = await operator.call(reader, reading);
    assert.equal(failure, undefined, `${reader}: ${JSON.stringify(failure)}`);
    const etag = String(result["etag"]);
    assert.match(etag, /^"?\d/, reader);
    const write = (version: string) =>
      operator.call(name, { ...args, if_match: version, dry_run: true, ...(confirms && { confirm: true }) });
    const current = await write(etag);
    assert.notEqual(current.failure?.code, "etag_mismatch", name);
    const outdated = await write("9999");
    if (outdated.failure?.code !== "etag_mismatch") continue;
    assert.ok(outdated.failure.recovery.includes(`with ${reader},`), outdated.failure.recovery);
    accepted.push(name);
  }
  const unchecked = writers.map(({ name }) => name).filter((name) => !accepted.includes(name));
  assert.deepEqual(unchecked, []);
});
