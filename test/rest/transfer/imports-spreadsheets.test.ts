import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { zipped } from "../support/imported-courses.ts";
import { badRowsOf, countsOf, faultsOf, imported } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes = "school:read school:write members:read members:write lecturers:write storage:write";
const members = { format: "csv", resource: "members" };
const address = () => `${newId()}@example.test`;

async function membersOf(operator: Operator) {
  const list = await operator.get("/members?sort=created_at&limit=200");
  return list
    .json<{ data: { email: string; name: string | null; tags: string[]; external_id: string | null }[] }>()
    .data.slice(1);
}

void describe("A table of a spreadsheet program is read", () => {
  const written: [string, (email: string) => string][] = [
    ["with spaces around values", (email) => `email,name\r\n ${email} , Ana \r\n`],
    ["with non-breaking spaces", (email) => `email,name\r\n${email}\u00a0,\u00a0Ana\u3000\r\n`],
    ["with zero-width characters", (email) => `email,name\r\n\u200b${email}\u2060,\ufeffAna\u200e\r\n`],
    ["with empty columns at the end", (email) => `email,name,,\r\n${email},Ana,,\r\n`],
    ["with spaces in empty columns", (email) => `email,name, ,\u00a0\r\n${email},Ana, , \r\n`],
    ["with an empty column between others", (email) => `email,,name\r\n${email},,Ana\r\n`],
    ["with empty rows", (email) => `email,name\r\n,\r\n${email},Ana\r\n,\r\n\r\n , \r\n`],
    ["without empty cells at the end of a row", (email) => `email,name,phone,tags\r\n${email},Ana\r\n`],
    ["with more empty cells than columns", (email) => `email,name\r\n${email},Ana,,,\r\n`],
    ["with columns in capitals", (email) => `EMAIL,Name\r\n${email},Ana\r\n`],
    ["with semicolons", (email) => `email;name\r\n${email};Ana\r\n`],
    ["with tabs", (email) => `email\tname\r\n${email}\tAna\r\n`],
    ["with quotes and semicolons", (email) => `"email";"name"\r\n"${email}";"Ana"\r\n`],
    ["with a line that names the separator", (email) => `sep=;\r\nemail;name\r\n${email};Ana\r\n`],
  ];
  for (const [label, contentOf] of written) {
    void test(label, async () => {
      const operator = await anOperator(scopes);
      const email = address();
      const job = await imported(operator, { ...members, inline: contentOf(email) });
      assert.deepEqual([job.error, await faultsOf(operator, job), countsOf(job)], [null, [], [1, 0, 0, 0]]);
      assert.deepEqual(
        (await membersOf(operator)).map((member) => [member.email, member.name]),
        [[email, "Ana"]],
      );
    });
  }

  for (const [label, encoded] of [
    ["little-endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["big-endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ] as const) {
    void test(`in UTF-16, ${label}, as “Unicode text”`, async () => {
      const operator = await anOperator(scopes);
      const email = address();
      const table = encoded(`email\tname\r\n${email}\tΩmega 山\r\n`);
      const job = await imported(operator, { ...members, file_id: await zipped(operator, table, "members.txt") });
      assert.deepEqual([job.error, await faultsOf(operator, job), countsOf(job)], [null, [], [1, 0, 0, 0]]);
      assert.deepEqual(
        (await membersOf(operator)).map(({ name }) => name),
        ["Ωmega 山"],
      );
    });
  }

  void test("and a row in another encoding says how to save the file", async () => {
    const operator = await anOperator(scopes);
    const table = Buffer.from(`email,name\r\n${address()},Jos\u00e9\r\n${address()},Ana\r\n`, "latin1");
    const job = await imported(operator, { ...members, file_id: await zipped(operator, table, "members.csv") });
    assert.deepEqual(countsOf(job), [1, 0, 0, 1]);
    const [row] = await badRowsOf(operator, job);
    assert.equal(row!.error.detail, "Expected UTF-8 text in name: save the file as CSV UTF-8.");
  });

  void test("with names of columns in words, and values with separators in quotes", async () => {
    const operator = await anOperator(scopes);
    const email = address();
    const inline = `E-mail;External ID;Name;Tags\r\n${email};" 7 ";"Lima; Ana";"a;b"\r\n`.replace("E-mail", "Email");
    const job = await imported(operator, { ...members, inline });
    assert.deepEqual([job.error, await faultsOf(operator, job)], [null, []]);
    const [member] = await membersOf(operator);
    assert.deepEqual([member!.external_id, member!.name, member!.tags], ["7", "Lima; Ana", ["a", "b"]]);
  });

  void test("and a value outside of its columns is reported", async () => {
    const operator = await anOperator(scopes);
    const inline = `email,,name,\r\n${address()},x,Ana\r\n${address()},,Bo,,y\r\n${address()},,Ci\r\n`;
    const job = await imported(operator, { ...members, inline });
    assert.deepEqual(
      (await badRowsOf(operator, job)).map(({ name, error }) => [name, error.detail]),
      [
        ["members.csv:2", "Cell 2 has a value, but its column has no name in the header line."],
        ["members.csv:3", "Cell 5 has a value, but its column has no name in the header line."],
      ],
    );
    assert.deepEqual(countsOf(job), [1, 0, 0, 2]);
  });

  void test("and an invisible character inside an address is named", async () => {
    const operator = await anOperator(scopes);
    const response = await operator.post("/members", { email: "ana\u200b@school.example", roles: ["student"] });
    assert.equal(response.statusCode, 422);
    assert.match(
      response.body,
      /Expected an email address, like ana@school\.example\. Remove the invisible character U\+200B\./,
    );
    const lecturer = await operator.post("/lecturers", { name: "Ana \u202eamiL" });
    assert.match(lecturer.body, /Remove the invisible character U\+202E \(right-to-left override\)\./);
    const named = await operator.post("/members", { email: address(), name: "Ana \u202eamiL", roles: ["student"] });
    assert.match(
      named.body,
      /A name must not contain characters that change the writing direction\. Remove the invisible character U\+202E \(right-to-left override\)\./,
    );
  });
});

void test("Addresses and names in requests are trimmed like those on the sign-in page", async () => {
  const operator = await anOperator(scopes);
  const email = address();
  const response = await operator.post("/members", {
    email: ` \u200b${email}\u00a0`,
    name: "\u2060 Ana\u200b",
    roles: ["student"],
  });
  assert.equal(response.statusCode, 201, response.body);
  const { email: stored, name } = response.json<{ email: string; name: string }>();
  assert.deepEqual([stored, name], [email, "Ana"]);
});
