import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { describeTypes } from "#member/schema-reference.ts";
import { exampleOrigin } from "#pages/docs/documents.ts";
import { curlOf, memberApiExamples } from "#pages/docs/member-api/examples.ts";
import { database } from "../../support/databases/database.ts";
import { aSite } from "../../support/world.ts";

const here = "/docs/member-api";
const contract = readFileSync(path.join(import.meta.dirname, "../../contracts/member-api.graphql"), "utf8");

const fieldsOf = (type: string) => describeTypes().find(({ name }) => name === type)?.fields;

void describe("the reference of the Member API", () => {
  void test("is a page with each type of the schema, and each link to a type leads to it", async () => {
    const site = await aSite();
    const page = await site.browser().open(here);
    assert.equal(page.status, 200);
    const types = [...contract.matchAll(/^(?:type|interface|input|enum|scalar) (\w+)/gm)].map(([, name]) => name!);
    assert.ok(types.length > 30);
    for (const name of types) assert.ok(page.body.includes(`<h3 id="${name}">`), name);
    const targets = new Set([...page.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!));
    for (const id of targets) assert.ok(page.body.includes(`id="${id}"`), id);
  });

  void test("has fields with their arguments, defaults and descriptions", () => {
    const courses = fieldsOf("Viewer")?.find(({ name }) => name === "enrolledCourses");
    assert.equal(courses?.type, "EnrolledCourseConnection");
    assert.ok(courses.arguments.some(({ name }) => name === "after"));
    const upcoming = fieldsOf("EventRegistrationFilter")?.find(({ name }) => name === "upcomingOnly");
    assert.deepEqual([upcoming?.type, upcoming?.fallback], ["Boolean", "false"]);
    const active = fieldsOf("EnrollmentStatus")?.find(({ name }) => name === "ACTIVE");
    assert.equal(active?.description, "The course is accessible.");
  });

  void test("serves the schema as SDL, equal to the contract", async () => {
    const site = await aSite();
    const sdl = await site.get(`${here}.graphql`);
    assert.match(String(sdl.headers["content-type"]), /^application\/graphql/);
    assert.equal(sdl.body, contract);
    const again = await site.get(`${here}.graphql`, { headers: { "if-none-match": String(sdl.headers.etag) } });
    assert.equal(again.statusCode, 304);
  });

  void test("each example query returns data, and its command names the school", async () => {
    const site = await aSite();
    const member = await site.member();
    const scope = "account:read account:write";
    const { access_token } = await site.connect(await site.operatorClient(), member, scope);
    const { body } = await site.browser().open(here);
    assert.ok(!body.includes(exampleOrigin));
    for (const example of memberApiExamples) {
      const { id, query, variables } = example;
      const answer = await site.graphql(query, access_token, variables);
      assert.equal(answer.statusCode, 200, id);
      assert.equal(answer.json<{ errors?: unknown }>().errors, undefined, answer.body);
      assert.ok(curlOf(example).includes(`${exampleOrigin}/member/graphql`), id);
    }
  });

  void test("needs no script, permits only scripts of the school, and sets no cookie", async () => {
    const site = await aSite();
    const answer = await site.get(here, { headers: { accept: "text/html" } });
    const policy = String(answer.headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(answer.headers["set-cookie"], undefined);
    const again = await site.get(here, {
      headers: { accept: "text/html", "if-none-match": String(answer.headers.etag) },
    });
    assert.equal(again.statusCode, 304);
  });

  void test("replaces the explorer, whose address and OAuth client are gone", async () => {
    const site = await aSite();
    assert.equal((await site.get("/member/explorer")).statusCode, 404);
    const clients = await database.many`
      select id from clients where site_id = ${site.site.id} and origin = 'explorer' and audience = 'member'`;
    assert.deepEqual(clients, []);
  });
});
