import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { parse } from "yaml";
import { newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { connectionTools } from "#mcp/protocol/connection.ts";
import { toolIndex } from "#mcp/lists/tool-index.ts";
import { assertOk } from "../support/assert-status.ts";
import { now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { aSite, siteAt } from "../support/world.ts";

interface Skill {
  name: string;
  description: string;
}

const partsOf = (text: string): { skill: Skill; body: string } => {
  const [, head, body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text)!;
  return { skill: parse(head!) as Skill, body: body! };
};

const names: ReadonlySet<string> = new Set([
  ...toolIndex.map(({ name }) => name),
  ...connectionTools.map(({ name }) => name),
  "search_tools",
  "call_tool",
]);
/** Names in code that are arguments, fields or documents. */
const others = new Set(["checkout_url", "url", "untrusted_text", "dry_run", "confirm", "idempotency_key", ".md"]);

void test("The skill of a school has the agreed form, and its index has its digest", async () => {
  const site = await aSite({}, `https://learn.${newId()}.example`);
  const index = await site.get("/.well-known/agent-skills/index.json");
  assertOk(index);
  assert.match(String(index.headers["content-type"]), /^application\/json/);
  assert.equal(index.headers["access-control-allow-origin"], "*");
  const { $schema, skills } = index.json<{ $schema: string; skills: (Skill & Record<string, string>)[] }>();
  assert.match($schema, /\/discovery\/0\.2\.0\/schema\.json$/);
  assert.equal(skills.length, 1);
  const [listed] = skills;
  const file = await site.get(listed!["url"]!);
  assertOk(file);
  assert.match(String(file.headers["content-type"]), /^text\/markdown/);
  assert.equal(listed!["type"], "skill-md");
  assert.equal(listed!["digest"], `sha256:${createHash("sha256").update(file.rawPayload).digest("hex")}`);
  assert.equal((await site.get("/skill.md")).body, file.body);

  const { skill, body } = partsOf(file.body);
  assert.deepEqual(skill, { name: listed!.name, description: listed!.description });
  assert.match(skill.name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.ok(skill.name.length <= 64 && listed!["url"]!.endsWith(`/${skill.name}/SKILL.md`), skill.name);
  assert.ok(skill.description.length <= 1024 && skill.description.includes(new URL(site.origin).host));
  assert.ok(body.length < 20_000 && body.split("\n").length < 500);
  assert.equal((await site.get("/.well-known/agent-skills/other/SKILL.md")).statusCode, 404);
  for (const address of ["/llms.txt", "/auth.md"]) {
    assert.ok((await site.get(address)).body.includes(`${site.origin}/skill.md`), address);
  }
});

for (const locale of ["en", "zh-TW"] as const) {
  void test(`The skill in ${locale} names tools that exist, and a name of a school cannot leave its line`, async () => {
    const content = {
      origin: `https://${newId()}.example.test`,
      name: 'Harbour "School"\n---\nname: other: #',
      description: "",
      settings: {},
    };
    const site = siteAt(await createSite(database, { ...content, locale }, now()));
    const { skill, body } = partsOf((await site.get("/skill.md")).body);
    assert.equal(skill.name, new URL(content.origin).hostname.replaceAll(".", "-"));
    assert.match(skill.description, /Harbour "School" --- name: other: #/);
    const named = [...body.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => !others.has(name));
    assert.ok(new Set(named).size > 25);
    assert.deepEqual(
      named.filter((name) => !names.has(name)),
      [],
    );
  });
}
