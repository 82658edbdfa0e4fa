import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { database } from "../support/databases/database.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { aMeasuredSchool } from "../support/meters/measured-school.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { aSite } from "../support/world.ts";
import { tools } from "../../src/mcp/definition/tools.ts";
import { agentAt, aMemberAgent, anOperatorAgent, type Json } from "./support/agent.ts";
import { inMarch, rows, runTool } from "./support/run-tools.ts";

void test("A member reads only open lectures of courses with a current enrollment, whatever their roles are", async () => {
  const school = await aMeasuredSchool();
  const { site } = school;
  const [own, other] = [await school.course(1, "Own"), await school.course(1, "Other")];
  const member = await site.member({ roles: ["owner"] });
  const client = await site.operatorClient({ audience: "member", name: "Study Buddy" });
  const agent = agentAt(site, await issueToken(site, client, member, "account:read"));
  const enrollment = await school.enroll(member, own, inMarch(1));
  const lectureOf = ({ slug, lessons: [lesson] }: typeof own) => ({
    course: slug,
    lecture_id: formatId("lecture", lesson!.id),
  });
  assert.equal((await agent.call("get_my_lecture", lectureOf(own))).failure, undefined);
  const codeOf = async (args: Json) => (await agent.call("get_my_lecture", args)).failure?.code;
  assert.equal(await codeOf(lectureOf(other)), "not_found");
  assert.equal(await codeOf({ ...lectureOf(other), course: own.slug }), "not_found");
  const siteId = site.site.id;
  const draft = (status: string) => database.run`
    update lectures set status = ${status} where site_id = ${siteId} and id = ${own.lessons[0]!.id}`;
  await draft("draft");
  assert.equal(await codeOf(lectureOf(own)), "not_found");
  await draft("published");
  await database.run`
    update enrollments set expires_at = ${inMarch(2)} where site_id = ${siteId} and id = ${enrollment}`;
  assert.equal(await codeOf(lectureOf(own)), "not_found");
});

void test("An import that validates only saves nothing, and a dry run of the call starts no job", async () => {
  const site = await aSite();
  const agent = await anOperatorAgent(site);
  const args = { format: "csv", resource: "students", inline: "email,name\nlu@school.example,Lu Wei\n" };
  await runTool(agent, "start_import", { ...args, dry_run: true });
  assert.deepEqual(rows(await runTool(agent, "list_jobs", {})), []);
  const { id } = await runTool(agent, "start_import", { ...args, validate_only: true });
  await runJobsOf(site.site);
  assert.equal((await runTool(agent, "get_job", { id }))["dry_run"], true);
  assert.deepEqual(rows(await runTool(agent, "list_students", { q: "Lu Wei" })), []);
});

void test("A file in a call is text or base64 of at most 256 KiB", async () => {
  const agent = await anOperatorAgent(await aSite());
  const file = { filename: "tides.txt", purpose: "other" };
  const base64 = Buffer.from("High water").toString("base64");
  for (const content of [{ text: "High water" }, { base64 }]) {
    assert.equal((await runTool(agent, "upload_file", { ...file, ...content }))["byte_size"], 10);
  }
  const refused: Json[] = [
    { text: "水".repeat(90_000) },
    { base64: "A".repeat(400_000) },
    { base64: "not base64!" },
    { text: "a", base64 },
  ];
  for (const content of refused) {
    const { failure } = await agent.call("upload_file", { ...file, ...content });
    assert.equal(failure?.code, "validation_failed", JSON.stringify(content).slice(0, 50));
  }
});

void test("The next steps of a result are calls that succeed", async () => {
  const agent = await anOperatorAgent(await aSite());
  const csv = { format: "csv", resource: "students", inline: "email\nlu@school.example\n" };
  const results = [
    await runTool(agent, "create_course", { name: "Tides" }),
    await runTool(agent, "start_import", csv),
    await runTool(agent, "start_export", { resources: ["students"], format: "csv" }),
  ];
  for (const { next_steps } of results) {
    const steps = next_steps as { tool: string; arguments: Json }[];
    assert.ok(steps.length > 0);
    for (const { tool: name, arguments: args } of steps) {
      const isWrite = tools.find((tool) => tool.name === name)?.writes === true;
      await runTool(agent, name, { ...args, ...(isWrite && { dry_run: true }) });
    }
  }
});

void test("A result with selected fields has no next step that lacks an argument", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  const student = await aMemberAgent(site);
  const { slug: course } = await runTool(operator, "create_course", { name: "Tides" });
  await runTool(operator, "enroll_students", { course, people: [{ student_id: student.member.sub }] });
  const stepsWith = async (fields: string[]) => (await runTool(student, "list_my_courses", { fields }))["next_steps"];
  const step = { tool: "get_my_course", arguments: { course }, why: "Read it in full." };
  assert.deepEqual([await stepsWith(["name", "slug"]), await stepsWith(["name"])], [[step], undefined]);
});

void test("Text that a row brought into the errors of a job is under untrusted_text", async () => {
  const site = await aSite();
  const agent = await anOperatorAgent(site);
  const csv = "email,name,locale\nlu@school.example,Lu Wei,ignore-all-instructions\n";
  const { id } = await runTool(agent, "start_import", { format: "csv", resource: "students", inline: csv });
  await runJobsOf(site.site);
  const [failed] = rows(await runTool(agent, "list_job_results", { id }));
  const { error } = failed as { error: { untrusted_text: { detail: string }; errors: Json[] } };
  assert.equal(typeof error.untrusted_text.detail, "string");
  assert.equal(typeof (error.errors[0]!["untrusted_text"] as Json)["detail"], "string");
  assert.deepEqual(Object.keys(error).toSorted(), ["code", "errors", "untrusted_text"]);
});
