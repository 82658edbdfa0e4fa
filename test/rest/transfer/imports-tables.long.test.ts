import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { zipSync } from "fflate";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { badRowsOf, countsOf, csvOf, faultsOf, imported, ndjsonOf } from "../support/imports.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes = "school:read school:write members:read members:write storage:write";

const address = () => `${newId()}@example.test`;
const namesOf = async (operator: Operator) =>
  (await operator.get("/members?sort=-created_at&limit=200"))
    .json<{ data: { name: string | null }[] }>()
    .data.map(({ name }) => name);
const members = { format: "csv", resource: "members" };

async function uploaded(operator: Operator, bytes: Uint8Array, name: string): Promise<string> {
  const response = await sendFile(operator, bytes, { purpose: "import" }, { name });
  assertStatus(response, 201);
  return response.json<AFile>().id;
}

void describe("An imported table", () => {
  const valid: [string, (email: string) => string, string | null][] = [
    [
      "begins with a byte order mark, and quotes its header",
      (email) => `\uFEFF"email","name"\r\n${email},Ana\r\n`,
      "Ana",
    ],
    ["has Unix line endings, without a final one", (email) => `email,name\n${email},Ana`, "Ana"],
    ["has classic Mac line endings", (email) => `email,name\r${email},Ana\r`, "Ana"],
    [
      "has commas, quotes and spaces in cells",
      (email) => `email,name\r\n${email},"Ana ""A"", Lima "\r\n`,
      'Ana "A", Lima',
    ],
    ["has empty lines between rows", (email) => `\r\nemail,name\r\n\r\n${email},Ana\r\n\r\n`, "Ana"],
    [
      "has columns in another order, with spaces around their names",
      (email) => ` name , email \r\nAna,${email}\r\n`,
      "Ana",
    ],
    ["leaves a cell empty", (email) => `email,name,phone\r\n${email},,\r\n`, null],
    ["has text in any script", (email) => `email,name\r\n${email},林小姐 عائشة 🙂\r\n`, "林小姐 عائشة 🙂"],
    [
      "has read-only columns",
      (email) => `object,status,email,name,joined_at\r\nmember,active,${email},Ana,x\r\n`,
      "Ana",
    ],
    ["escapes cells that look like formulas", (email) => `email,name\r\n${email},'=1+1\r\n`, "=1+1"],
  ];
  for (const [label, contentOf, name] of valid) {
    void test(`is read if it ${label}`, async () => {
      const operator = await anOperator(scopes);
      const job = await imported(operator, { ...members, inline: contentOf(address()) });
      assert.deepEqual([job.error, countsOf(job), await faultsOf(operator, job)], [null, [1, 0, 0, 0], []]);
      assert.equal((await namesOf(operator))[0], name);
    });
  }

  const refused: [string, string, RegExp][] = [
    [
      "has no header",
      csvOf("ana@example.test,Ana"),
      /^members\.csv:1: unknown column ana@example\.test, Ana\. .*Expected one of .*email/,
    ],
    [
      "has an unknown column",
      csvOf("emial,name", "a,b"),
      /^members\.csv:1: unknown column emial\. Did you mean email\?/,
    ],
    ["has a duplicate column", csvOf("email,name,name", "a,b,c"), /^members\.csv:1: the column name occurs twice/],
    ["contains only an empty line", "\r\n", /^members\.csv:1: expected a header line with the column names/],
    [
      "has no writable column",
      csvOf("object,status", "member,active"),
      /^members\.csv:1: expected at least one writable column/,
    ],
    ["has an unclosed quote", 'email,"name\r\na,b\r\n', /^members\.csv:1: expected a closing quote/],
  ];
  for (const [label, inline, detail] of refused) {
    void test(`is rejected as a whole if it ${label}`, async () => {
      const operator = await anOperator(scopes);
      const job = await imported(operator, { ...members, inline });
      assert.deepEqual([job.status, job.error?.code], ["failed", "validation_failed"]);
      assert.match(job.error!.detail, detail);
    });
  }

  void test("reports broken rows by the line on which they begin", async () => {
    const operator = await anOperator(scopes);
    const inline = csvOf(
      "email,name",
      `${address()},"Two`,
      'lines"',
      `${address()},One,too many`,
      address(),
      `${address()},"a" b`,
      `${address()},"open`,
      `${address()},Fine`,
      "nowhere,Last",
    );
    const job = await imported(operator, { ...members, inline });
    const rows = await badRowsOf(operator, job);
    assert.deepEqual(
      rows.map(({ row_number: number, name, error }) => [number, name, error.detail.replace(/: .*/, "")]),
      [
        [1, "members.csv:2", "/name"],
        [2, "members.csv:4", "Cell 3 has a value, but its column has no name in the header line."],
        [4, "members.csv:6", "Expected a quoted cell, with each quote inside it doubled."],
        [5, "members.csv:7", "Expected a closing quote for each opening quote."],
        [7, "members.csv:9", "/email"],
      ],
    );
    assert.deepEqual(countsOf(job), [2, 0, 0, 5]);
  });

  void test("in another encoding is rejected without a byte order mark, as are its rows that are not UTF-8", async () => {
    const operator = await anOperator(scopes);
    const utf16 = (start: string) => Buffer.from(`${start}${csvOf("email,name", `${address()},Ana`)}`, "utf16le");
    // Spreadsheet programs mark it.
    const marked = await imported(operator, {
      ...members,
      file_id: await uploaded(operator, utf16("\uFEFF"), "people.csv"),
    });
    assert.deepEqual(countsOf(marked), [1, 0, 0, 0]);
    const unmarked = await imported(operator, {
      ...members,
      file_id: await uploaded(operator, utf16(""), "people.csv"),
    });
    assert.deepEqual(
      [unmarked.status, unmarked.error?.detail],
      ["failed", "people.csv:1: expected UTF-8 text: save the file as CSV UTF-8"],
    );
    const rows = Buffer.concat([
      Buffer.from(csvOf("email,name", ...Array.from({ length: 2000 }, () => `${address()},Ana`))),
      Buffer.from(`${address()},Jos\u00e9\r\n`, "latin1"),
    ]);
    const job = await imported(operator, { ...members, file_id: await uploaded(operator, rows, "people.csv") });
    assert.deepEqual([job.progress.total, ...countsOf(job)], [2001, 2000, 0, 0, 1]);
    const [bad] = await badRowsOf(operator, job);
    assert.deepEqual(
      [bad!.name, bad!.error.detail],
      ["people.csv:2002", "Expected UTF-8 text in name: save the file as CSV UTF-8."],
    );
  });

  void test("reports a cell of a megabyte as too long, and a row above the limit as an oversized row", async () => {
    const operator = await anOperator(scopes);
    const rows = [
      `${address()},${"x".repeat(1_000_000)}`,
      `${address()},${"y".repeat(5_000_000)}`,
      `${address()},Fine`,
    ];
    const file = await uploaded(operator, Buffer.from(csvOf("email,name", ...rows)), "people.csv");
    const job = await imported(operator, { ...members, file_id: file });
    assert.deepEqual(countsOf(job), [1, 0, 0, 2]);
    assert.deepEqual(
      (await badRowsOf(operator, job)).map(({ name, error: { detail } }) => [
        name,
        /at most 200|4194304/i.exec(detail)?.[0],
      ]),
      [
        ["people.csv:2", "at most 200"],
        ["people.csv:3", "4194304"],
      ],
    );
    const lines = Buffer.from(ndjsonOf({ email: address(), name: "z".repeat(5_000_000) }, { email: address() }));
    const long = await imported(operator, {
      ...members,
      format: "ndjson",
      file_id: await uploaded(operator, lines, "people.txt"),
    });
    assert.deepEqual(
      [countsOf(long), (await badRowsOf(operator, long))[0]!.error.detail],
      [[1, 0, 0, 1], "Expected at most 4194304 bytes."],
    );
  });

  void test("is found in an archive by its name, or as the only one", async () => {
    const operator = await anOperator(scopes);
    const inline = Buffer.from(csvOf("email,name", `${address()},Zip`));
    const several = zipSync({ "export/members.csv": inline, "export/orders.csv": Buffer.from("number\r\n") });
    const job = await imported(operator, { ...members, file_id: await uploaded(operator, several, "all.zip") });
    assert.deepEqual(countsOf(job), [1, 0, 0, 0]);
    const alone = zipSync({ "people.csv": inline });
    const again = await imported(operator, { ...members, file_id: await uploaded(operator, alone, "one.zip") });
    assert.deepEqual(countsOf(again), [0, 0, 1, 0]);
    const others = zipSync({ "a.csv": inline, "b.csv": inline });
    const lost = await imported(operator, { ...members, file_id: await uploaded(operator, others, "two.zip") });
    assert.match(lost.error!.detail, /expected a single file, or one named members\.csv/);
  });

  void test("longer than one chunk resumes after its last whole one, and a dry run sees later chunks", async () => {
    const operator = await anOperator(scopes);
    const rows = Array.from({ length: 2500 }, (_value, index) => ({ email: address(), external_id: `m-${index}` }));
    const inline = ndjsonOf(...rows, { email: "bad" });
    const body = { format: "ndjson", resource: "members", inline };
    const dry = await imported(operator, { ...body, dry_run: true });
    assert.deepEqual([dry.progress.total, ...countsOf(dry)], [2501, 2500, 0, 0, 1]);
    assert.deepEqual(await faultsOf(operator, dry), [["members.ndjson:2501", "/email custom"]]);
    const job = await imported(operator, body);
    assert.deepEqual([job.status, ...countsOf(job)], ["partially_succeeded", 2500, 0, 0, 1]);
    assert.deepEqual(countsOf(await imported(operator, body)), [0, 0, 2500, 1]);
  });
});
