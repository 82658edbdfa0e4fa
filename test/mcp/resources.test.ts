import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { aSite } from "../support/world.ts";
import { agentAt, aMemberAgent, anOperatorAgent, type Json } from "./support/agent.ts";

interface Contents {
  contents: { uri: string; mimeType: string; text: string }[];
}
const template = "site://catalog/{kind}/{slug}";

async function aSchool() {
  const site = await aSite();
  for (const [slug, status] of [
    ["night-sky", "published"],
    ["night-walks", "published"],
    ["night-draft", "draft"],
  ] as const) {
    const course = { id: newId(), slug, name: `About ${slug}`, descriptionMarkdown: "Stars." };
    await insertCourse(
      site.context(),
      { ...course, status, ...(status === "published" && { publishedAt: now() }) },
      now(),
    );
  }
  return site;
}

void test("The site, its data model and each public item are resources for everyone", async () => {
  const agent = agentAt(await aSchool());
  const { resources } = await agent.ask<{ resources: { uri: string }[] }>("resources/list");
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ["site://about", "site://schema/data-model"],
  );
  const { resourceTemplates } = await agent.ask<{ resourceTemplates: { uriTemplate: string }[] }>(
    "resources/templates/list",
  );
  assert.deepEqual(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    [template],
  );
  const read = async (uri: string) => (await agent.ask<Contents>("resources/read", { uri })).contents[0]!;
  assert.equal((JSON.parse((await read("site://about")).text) as Json)["name"], "Harbour School");
  const { $defs } = JSON.parse((await read("site://schema/data-model")).text) as { $defs: Json };
  assert.ok("course" in $defs && "membership_plan" in $defs);
  const course = await read("site://catalog/course/night-sky");
  assert.deepEqual([course.mimeType, course.uri], ["text/markdown", "site://catalog/course/night-sky"]);
  assert.match(course.text, /^# About night-sky\n\nStars\./);
});

void test("Unpublished items are neither resources nor completions", async () => {
  const agent = agentAt(await aSchool());
  for (const uri of [
    "site://catalog/course/night-draft",
    "site://catalog/course/%E0%A4%A",
    "site://nowhere",
    "file:///etc/passwd",
  ]) {
    const response = await agent.send("resources/read", { uri });
    const { error } = response.json<{ error: { code: number; data: Json } }>();
    assert.deepEqual([response.statusCode, error.code, error.data], [200, -32_002, { uri }]);
  }
  const complete = async (name: string, value: string, kind?: string) =>
    (
      await agent.ask<{ completion: { values: string[]; hasMore: boolean } }>("completion/complete", {
        ref: { type: "ref/resource", uri: template },
        argument: { name, value },
        ...(kind !== undefined && { context: { arguments: { kind } } }),
      })
    ).completion;
  assert.deepEqual((await complete("kind", "co")).values, ["course", "consulting_service"]);
  assert.deepEqual(await complete("slug", "night", "course"), { values: ["night-sky", "night-walks"], hasMore: false });
  assert.deepEqual((await complete("slug", "night")).values, []);
  const wrong = await agent.send("completion/complete", {
    ref: { type: "ref/prompt", name: "x" },
    argument: { name: "a", value: "" },
  });
  assert.equal(wrong.json<{ error: { code: number } }>().error.code, -32_602);
});

void test("Prompts are limited to the caller's scopes and mention only available tools", async () => {
  const site = await aSite();
  const [anonymous, operator, member] = [agentAt(site), await anOperatorAgent(site), await aMemberAgent(site)];
  const names = async (agent: typeof anonymous) =>
    (await agent.ask<{ prompts: { name: string }[] }>("prompts/list")).prompts.map(({ name }) => name);
  assert.deepEqual(await names(anonymous), []);
  assert.deepEqual(await names(member), ["plan_my_study_week"]);
  const offered = await names(operator);
  assert.ok(offered.includes("weekly_report") && offered.includes("draft_course_outline"), offered.join());
  const { messages } = await operator.ask<{ messages: { content: { text: string } }[] }>("prompts/get", {
    name: "draft_course_outline",
    arguments: { topic: "knots", language: "zh-TW" },
  });
  assert.match(messages[0]!.content.text, /about knots, in the language zh-TW/);
  const missing = await operator.send("prompts/get", { name: "draft_course_outline" });
  assert.equal(missing.json<{ error: { code: number } }>().error.code, -32_602);
  const strange = await anonymous.send("prompts/get", { name: "plan_my_study_week" });
  assert.equal(strange.statusCode, 401);
  assert.match(String(strange.headers["www-authenticate"]), /scope="account:read"/);
  const completed = await operator.ask<{ completion: { values: string[] } }>("completion/complete", {
    ref: { type: "ref/prompt", name: "draft_course_outline" },
    argument: { name: "language", value: "zh" },
  });
  assert.deepEqual(completed.completion.values, ["zh-TW"]);
});
