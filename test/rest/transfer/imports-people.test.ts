import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { auditActions, outboxOf, setRoles } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { aSite } from "../../support/world.ts";
import { badRowsOf, countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "school:read school:write members:read members:write students:read students:write";

interface AMember {
  id: string;
  email: string;
  name: string | null;
  phone: string | null;
  roles: string[];
  tags: string[];
  status: string;
  custom_fields: Record<string, unknown>;
  marketing_consent: { granted: boolean; source: string | null };
  external_id: string | null;
  metadata: Record<string, string>;
}

const address = (name: string) => `${name}-${newId().slice(-8)}@example.test`;
const aRow = (name: string) => ndjsonOf({ email: address(name), name });
const membersOf = async (operator: Operator) =>
  (await operator.get("/members?sort=created_at&limit=200")).json<{ data: AMember[] }>().data;
const memberCalled = async (operator: Operator, email: string) =>
  (await membersOf(operator)).find((member) => member.email.toLowerCase() === email.toLowerCase())!;

void describe("An import of people", () => {
  void test("creates members from a CSV file, updates them from the next, and changes nothing the third time", async () => {
    const operator = await anOperator(scopes);
    await operator.post("/member_fields", { handle: "shirt", label: "Shirt", kind: "text" });
    const [ana, ben] = [address("ana"), address("ben")];
    const header =
      "external_id,email,name,phone,roles,tags,custom_fields.shirt,metadata.from,marketing_consent.granted";
    const inline = csvOf(
      header,
      `a-1,${ana},Ana Lima,+886 2 1234 5678,student;lecturer,new;"sea",M,crm,true`.replace('"sea"', "sea"),
      `a-2,${ben},"Ben ""Bo"" Ng, Jr.",,,,,,`,
    );
    const body = { format: "csv", resource: "members", inline };
    const first = await imported(operator, body);
    assert.deepEqual([first.status, first.progress.total, ...countsOf(first)], ["succeeded", 2, 2, 0, 0, 0]);
    assert.deepEqual(first.resources, ["members"]);
    const made = await memberCalled(operator, ana);
    assert.deepEqual(
      [made.name, made.phone, made.roles, made.tags, made.custom_fields, made.metadata, made.external_id, made.status],
      [
        "Ana Lima",
        "+886 2 1234 5678",
        ["lecturer", "student"],
        ["new", "sea"],
        { shirt: "M" },
        { from: "crm" },
        "a-1",
        "invited",
      ],
    );
    assert.equal(made.marketing_consent.granted, true);
    assert.equal((await memberCalled(operator, ben)).name, 'Ben "Bo" Ng, Jr.');
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2, 0]);

    const changed = csvOf("external_id,name,phone", "a-1,Ana Maria Lima,", "a-2,,");
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: changed })), [0, 2, 0, 0]);
    const after = await memberCalled(operator, ana);
    assert.deepEqual(
      [after.id, after.name, after.phone, after.tags],
      [made.id, "Ana Maria Lima", null, ["new", "sea"]],
    );
    assert.deepEqual(countsOf(await imported(operator, { ...body, inline: changed })), [0, 0, 2, 0]);
    assert.ok(
      (await auditActions(operator.site)).includes("addMember"),
      "a new role above student sends a notification",
    );
  });

  void test("accepts the API's own output, including read-only fields", async () => {
    const operator = await anOperator(scopes);
    await imported(operator, { format: "csv", resource: "members", inline: csvOf("email,name", `${address("a")},A`) });
    const inline = ndjsonOf(...(await membersOf(operator)));
    const again = await imported(operator, { format: "ndjson", resource: "members", inline });
    assert.deepEqual([again.status, ...countsOf(again)], ["succeeded", 0, 0, 2, 0]);
    const { data } = (await operator.get("/students?limit=200")).json<{ data: object[] }>();
    const students = await imported(operator, { format: "ndjson", resource: "students", inline: ndjsonOf(...data) });
    assert.deepEqual(countsOf(students), [0, 0, 1, 0]);
  });

  void test("sends no notifications unless requested", async () => {
    const operator = await anOperator(scopes);
    const typesOf = async () => (await outboxOf(operator.site)).map(({ type }) => type);
    const before = await typesOf();
    await imported(operator, { format: "ndjson", resource: "members", inline: aRow("quiet") });
    assert.deepEqual((await typesOf()).slice(before.length), ["job.completed"]);
    await imported(operator, { format: "ndjson", resource: "members", inline: aRow("loud"), emit_events: true });
    const emitted = (await typesOf()).slice(before.length + 1);
    assert.deepEqual(emitted.toSorted(), ["job.completed", "member.created", "student.created"]);
  });

  void test("reports every invalid row with line and field, and a dry run stores nothing", async () => {
    const operator = await anOperator(scopes);
    const site = await aSite();
    const stranger = await site.member({});
    const known = await operator.site.member({});
    const rows = [
      { email: address("fine"), name: "Fine" },
      { email: "nowhere", roles: ["king"], phone: "x" },
      { name: "Unknown" },
      { emial: address("typo") },
      { id: stranger.sub, name: "Somebody of elsewhere" },
      { id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3" },
      { email: address("field"), custom_fields: { shoe: 43 } },
      { email: known.email, external_id: "x".repeat(200) },
      { email: address("null"), name: "a\u0000b" },
    ];
    const inline = `${ndjsonOf(...rows)}not json\n[1]\n\n"text"\n`;
    const body = { format: "ndjson", resource: "members", inline };
    const expected = [
      ["members.ndjson:2", "/email custom, /phone invalid_format, /roles/0 invalid_value"],
      ["members.ndjson:3", "/email required"],
      ["members.ndjson:4", "/emial unknown_field"],
      ["members.ndjson:5", "/id not_found"],
      ["members.ndjson:6", "/id invalid_id"],
      ["members.ndjson:7", "/custom_fields/shoe not_found"],
      ["members.ndjson:8", "/external_id too_big"],
      ["members.ndjson:9", "/name invalid_characters"],
      ["members.ndjson:10", "validation_failed"],
      ["members.ndjson:11", "validation_failed"],
      ["members.ndjson:13", "validation_failed"],
    ];
    const before = (await membersOf(operator)).length;
    const dry = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual([dry.status, ...countsOf(dry)], ["partially_succeeded", 1, 0, 0, 11]);
    assert.deepEqual(await faultsOf(operator, dry), expected);
    assert.equal((await membersOf(operator)).length, before);
    const real = await imported(operator, body);
    assert.deepEqual(countsOf(real), [1, 0, 0, 11]);
    assert.deepEqual(await faultsOf(operator, real), expected);
    assert.equal((await membersOf(operator)).length, before + 1);
    const [bad, , typo] = await badRowsOf(operator, real);
    assert.match(bad!.error.detail, /email address.*one of owner, manager/s);
    assert.match(typo!.error.detail, /Did you mean email\?/);
  });

  void test("with the mode create does not change existing members, including those of earlier rows", async () => {
    const operator = await anOperator(scopes);
    const [old, fresh] = [address("old"), address("fresh")];
    await imported(operator, { format: "csv", resource: "members", inline: csvOf("email,name", `${old},Old`) });
    const inline = csvOf("email,name", `${old.toUpperCase()},New`, `${fresh},Fresh`, `${fresh},Again`);
    const job = await imported(operator, { format: "csv", resource: "members", inline, mode: "create" });
    assert.deepEqual(countsOf(job), [1, 0, 0, 2]);
    assert.deepEqual(await faultsOf(operator, job), [
      ["members.csv:2", "already_exists"],
      ["members.csv:4", "already_exists"],
    ]);
    assert.deepEqual(
      [(await memberCalled(operator, old)).name, (await memberCalled(operator, fresh)).name],
      ["Old", "Fresh"],
    );
  });

  void test("grants roles up to the caller's own, and never removes the last owner", async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const manager = await operatorOf(site, scopes, { roles: ["manager"] });
    const inline = ndjsonOf({ email: address("boss"), roles: ["owner"] }, { email: owner.email, roles: ["student"] });
    const job = await imported(manager, { format: "ndjson", resource: "members", inline });
    assert.deepEqual(await faultsOf(manager, job), [
      ["members.ndjson:1", "role_escalation"],
      ["members.ndjson:2", "role_escalation"],
    ]);
    const alone = await anOperator(scopes);
    const self = ndjsonOf({ id: alone.member.sub, roles: ["student"] });
    const last = await imported(alone, { format: "ndjson", resource: "members", inline: self });
    assert.deepEqual(await faultsOf(alone, last), [["members.ndjson:1", "last_owner"]]);
  });

  void test("restores removed members with their identity", async () => {
    const operator = await anOperator(scopes);
    const email = address("back");
    const body = { format: "csv", resource: "members" };
    await imported(operator, { ...body, inline: csvOf("email,name,tags", `${email},Ada,old`) });
    const { id } = await memberCalled(operator, email);
    assert.equal((await operator.delete(`/members/${id}`)).statusCode, 204);
    const job = await imported(operator, {
      ...body,
      inline: csvOf("email,roles,phone", `${email},lecturer,+886 2 1234`),
    });
    assert.deepEqual(countsOf(job), [1, 0, 0, 0]);
    const back = await memberCalled(operator, email);
    assert.deepEqual(
      [back.id, back.name, back.tags, back.roles, back.status, back.phone],
      [id, "Ada", ["old"], ["lecturer"], "invited", "+886 2 1234"],
    );
  });

  void test("makes existing people students, without changing their address or other roles", async () => {
    const operator = await anOperator(scopes);
    const teacher = await operator.site.member({ roles: ["lecturer"], name: "Tom" });
    const inline = csvOf(
      "id,email,name",
      `,${address("new")},New`,
      `${teacher.sub},,Tom T.`,
      `${teacher.sub},${address("x")},T`,
    );
    const job = await imported(operator, { format: "csv", resource: "students", inline });
    assert.deepEqual([...countsOf(job)], [1, 1, 0, 1]);
    assert.deepEqual(await faultsOf(operator, job), [["students.csv:4", "/email conflict"]]);
    const { roles, name } = await memberCalled(operator, teacher.email);
    assert.deepEqual([roles, name], [["lecturer", "student"], "Tom T."]);
    const roleful = csvOf("email,roles", `${address("r")},owner`);
    const refused = await imported(operator, { format: "csv", resource: "students", inline: roleful });
    assert.deepEqual([refused.status, refused.error?.code], ["failed", "validation_failed"]);
    assert.match(refused.error!.detail, /^students\.csv:1: unknown column roles\. Expected one of /);
  });

  void test("needs school:write, the scope of the resource, and a role that allows both", async () => {
    const site = await aSite();
    const inline = csvOf("email", address("a"));
    for (const [scope, resource] of [
      ["school:write students:write", "members"],
      ["school:write members:write", "students"],
      ["members:write", "members"],
    ]) {
      const operator = await operatorOf(site, scope!);
      const refused = await operator.post("/imports", { format: "csv", resource, inline });
      assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"], scope);
    }
    const operator = await anOperator(scopes);
    await operator.post("/imports", { format: "csv", resource: "members", inline });
    const job = (await operator.get("/jobs")).json<{ data: { id: string }[] }>().data[0]!;
    await setRoles(operator.site, operator.member, ["lecturer"]);
    await runJobsOf(operator.site.site);
    await setRoles(operator.site, operator.member, ["owner"]);
    const ended = (await operator.get(`/jobs/${job.id}`)).json<{ status: string; error: { code: string } }>();
    assert.deepEqual([ended.status, ended.error.code], ["failed", "role_required"]);
    assert.equal((await membersOf(operator)).length, 1);
  });

  void test("rejects a request without a source, with the path", async () => {
    const operator = await anOperator(`${scopes} courses:write curriculum:write`);
    const inline = csvOf("email", address("a"));
    const refusals: [object, string][] = [
      [{ format: "csv", inline }, "/resource"],
      [{ format: "csv", resource: "people", inline }, "/resource"],
      [{ format: "csv", resource: "members" }, "/file_id"],
      [{ format: "csv", resource: "members", files: [{ path: "a.csv", content: inline }] }, "/files"],
      [{ format: "course_folder", resource: "members", files: [{ path: "a.md", content: inline }] }, "/resource"],
      [{ format: "course_folder", inline }, "/inline"],
      [{ format: "csv", resource: "members", inline, mode: "replace" }, "/mode"],
    ];
    for (const [body, pointer] of refusals) {
      const problem = problemOf(await operator.post("/imports", body));
      assert.deepEqual([problem.status, problem.pointers], [422, [pointer]], JSON.stringify(body));
    }
  });
});
