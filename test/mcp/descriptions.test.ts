import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool } from "#mcp/definition/tool.ts";
import { tools } from "#mcp/definition/tools.ts";
import type { Json } from "./support/agent.ts";
import { argumentTexts } from "./support/argument-texts.ts";
import { optionalArguments } from "./support/argument-values.ts";
import { describedCalls, mentionsIn, wordsIn } from "./support/described-calls.ts";
import { harmless, inhabitedAgents, toolNamed } from "./support/inhabited-agents.ts";

const agents = await inhabitedAgents("Leadline", { copies: 0 });
const { inhabited, known, agentOf } = agents;
const texts = argumentTexts(inhabited, known);
const examples = await describedCalls(agents);

/** Words of the arguments and results of the calls of a tool that succeeded. */
const shown = new Map<string, Set<string>>();
const results: { tool: Tool; result: Json }[] = [];

/** Calls a tool without lasting effect, and keeps what the call shows. Returns its failure. */
async function call(tool: Tool, args: Json): Promise<string | undefined> {
  const whole: Json = { ...known[tool.name], ...args, ...harmless(tool) };
  const { result, failure, error } = await agentOf(tool).call(tool.name, whole);
  if (failure ?? error) return `${JSON.stringify(whole)} ${failure?.message ?? error?.message}`;
  results.push({ tool, result });
  const words = shown.get(tool.name) ?? new Set();
  shown.set(tool.name, words);
  for (const word of wordsIn([whole, result])) words.add(word);
  return undefined;
}

/** It needs a completed enrollment, and a test of its own calls it. */
const calledElsewhere: ReadonlySet<string> = new Set(["issue_certificate"]);

/** This argument downloads from another host, and tests of its own send it. */
const shownElsewhere: ReadonlySet<string> = new Set(["upload_file: from_url"]);

void test("Each tool succeeds with the arguments that its description and those of other tools explain", async () => {
  const failed: string[] = [];
  for (const tool of tools) {
    const failure = await call(tool, {});
    for (const args of examples.get(tool.name) ?? []) {
      const exampleFailed = await call(tool, args);
      if (exampleFailed !== undefined) failed.push(`${tool.name} ${exampleFailed}`);
    }
    if (!shown.has(tool.name) && !calledElsewhere.has(tool.name)) failed.push(`${tool.name} ${failure}`);
  }
  assert.deepEqual(failed, []);
});

void test("A call shows each argument, field and value that a description mentions", async () => {
  const notShown: string[] = [];
  for (const tool of tools) {
    const { others, words } = mentionsIn(tool);
    const related = [tool, ...others];
    for (const word of words) {
      const isShown = () => related.some(({ name }) => shown.get(name)?.has(word));
      for (const each of isShown() ? [] : related) {
        const options = optionalArguments(each, texts).filter((option) => wordsIn([option]).includes(word));
        for (const { name, value } of options) if (!isShown()) await call(each, { [name]: value });
      }
      const mention = `${tool.name}: ${word}`;
      if (!isShown() && !shownElsewhere.has(mention)) notShown.push(mention);
    }
  }
  assert.deepEqual(notShown, []);
});

void test("The next steps of each result are calls that succeed", async () => {
  const steps = results.flatMap(({ result }) => (result["next_steps"] ?? []) as { tool: string; arguments: Json }[]);
  const different = new Map(steps.map((step) => [step.tool, step]));
  assert.ok(different.size >= 8, [...different.keys()].join(" "));
  for (const { tool: name, arguments: args } of different.values()) {
    const tool = toolNamed(name);
    const { failure, error } = await agentOf(tool).call(name, { ...args, ...harmless(tool) });
    assert.deepEqual([failure, error], [undefined, undefined], `${name} ${JSON.stringify(args)}`);
  }
});
