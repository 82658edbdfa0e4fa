import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { emailKey, spellingsOf } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { password } from "../../support/world.ts";
import { badRowsOf, countsOf, imported } from "../support/imports.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes =
  "school:read school:write members:read members:write students:read students:write storage:write courses:read courses:write";

const unicode = (name: string) => `${name}@bücher.example`;
const ascii = (name: string) => `${name}@xn--bcher-kva.example`;

const membersOf = async (operator: Operator) =>
  (await operator.get("/members?sort=created_at&limit=200"))
    .json<{ data: { id: string; email: string; name: string | null }[] }>()
    .data.filter(({ email }) => email.includes("cher"));

void test("Two spellings of a domain have one key, and other domains their own", () => {
  for (const [one, other] of [
    ["ana@bücher.example", "ANA@XN--BCHER-KVA.example"],
    ["ana@BÜCHER.example", "ana@bu\u0308cher.example"],
    ["ana@straße.example", "ana@xn--strae-oqa.example"],
    ["ana@例え.テスト", "ana@xn--r8jz45g.xn--zckzah"],
    ["ana@ｅxample.com", "ana@example.com"],
  ] as const) {
    assert.equal(emailKey(one), emailKey(other));
  }
  for (const [one, other] of [
    ["ana@bücher.example", "ana@bucher.example"],
    ["ana@straße.example", "ana@strasse.example"],
    ["bücher@school.example", "xn--bcher-kva@school.example"],
  ] as const) {
    assert.notEqual(emailKey(one), emailKey(other));
  }
  assert.deepEqual(spellingsOf("Ana@bücher.example"), ["Ana@bücher.example", "Ana@xn--bcher-kva.example"]);
  assert.deepEqual(spellingsOf("Ana@xn--bcher-kva.example"), ["Ana@xn--bcher-kva.example", "Ana@bücher.example"]);
  assert.deepEqual(spellingsOf("Ana@school.example"), ["Ana@school.example"]);
});

void describe("One mailbox is one person", () => {
  void test("in an import, whose second row is the same person", async () => {
    const operator = await anOperator(scopes);
    const inline = `email,name\r\n${unicode("ana")},Ana\r\n${ascii("ana")},Ana\r\n`;
    const job = await imported(operator, { format: "csv", resource: "members", inline });
    const bad = await badRowsOf(operator, job);
    assert.deepEqual(
      (await membersOf(operator)).map(({ email }) => email),
      [unicode("ana")],
      JSON.stringify(bad),
    );
    assert.deepEqual([countsOf(job), bad.length], [[1, 0, 1, 0], 0]);
  });

  void test("in the API, in searches and in filters", async () => {
    const operator = await anOperator(scopes);
    assertStatus(await operator.post("/members", { email: unicode("ana"), roles: ["student"] }), 201);
    const again = problemOf(await operator.post("/members", { email: ascii("ana"), roles: ["student"] }));
    assert.equal(again.status, 409);
    assert.equal((await membersOf(operator)).length, 1);
    for (const query of [`q=${ascii("ana")}`, `q=xn--bcher`, `q=${encodeURIComponent("bücher")}`]) {
      const found = (await operator.get(`/members?${query}`)).json<{ data: unknown[] }>().data;
      assert.equal(found.length, 1, query);
    }
    const named = (await operator.get(`/students?email=${ascii("ana")}`)).json<{ data: unknown[] }>().data;
    assert.equal(named.length, 1);
  });

  void test("at the sign-in page", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const name = `ana-${newId()}`;
    await site.member({ email: unicode(name) });
    const browser = site.browser();
    const page = await browser.open("/sign-in");
    const signedIn = await browser.submit(page, { email: ascii(name), password });
    assert.equal(signedIn.status, 200);
    assert.notEqual(signedIn.address.split("?")[0], "/sign-in");
  });
});
