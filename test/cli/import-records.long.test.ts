import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { csvOf, ndjsonOf } from "../rest/support/imports.ts";

const site = "https://one.example";

interface Answer {
  site: string;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  failures: { name: string; detail: string }[];
}

const counts = ({ created, updated, unchanged, failed }: Answer) => [created, updated, unchanged, failed];

void describe("`lectern import` of rows", () => {
  let installation: TestInstallation;
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-rows-"));
  before(async () => {
    installation = await anInstallation();
    await installation.lectern(["site", "create", site, "--name", "The One"]);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await installation.close();
  });

  const run = (...words: string[]) => installation.lectern(["import", ...words]);
  async function json(...words: string[]): Promise<Answer> {
    const { code, stdout, stderr } = await run(...words, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout) as Answer;
  }
  const fileOf = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  void test("People and purchases are imported once, and a second import changes nothing", async () => {
    const people = fileOf(
      "people.csv",
      csvOf("email,name,roles", "ana@one.example,Ana,student", "tom@one.example,Tom,lecturer"),
    );
    assert.deepEqual(counts(await json("members", people)), [2, 0, 0, 0]);
    assert.deepEqual(counts(await json("members", people)), [0, 0, 2, 0]);
    const submissions = fileOf("comments.jsonl", ndjsonOf());
    assert.deepEqual(counts(await json("comments", submissions)), [0, 0, 0, 0]);
    const { code, stdout, stderr } = await run("students", people, "--site", "one.example");
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /people\.csv:1: unknown column roles\. Expected one of email, name, phone/);
    const students = fileOf("students.csv", csvOf("email,name", "ana@one.example,Ana M."));
    const changed = await run("students", students);
    assert.deepEqual([changed.code, changed.stderr], [0, "students.csv\n"]);
    assert.match(
      changed.stdout,
      /^site {2,}https:\/\/one\.example\ncreated {2,}0\nupdated {2,}1\nunchanged {2,}0\nfailed {2,}0\n$/,
    );
  });

  void test("A dry run reports every invalid row with file, line and field, stores nothing, and fails", async () => {
    const rows = csvOf(
      "email,phone",
      "fine@one.example,",
      "nowhere,x",
      "other@one.example,+886 2 1234",
      ",+886 2 9999",
    );
    const file = fileOf("bad.csv", rows);
    for (const again of [1, 2]) {
      const { code, stdout, stderr } = await run("members", file, "--dry-run");
      assert.equal(code, 1, `for the ${again}. time`);
      assert.match(stdout, /^created {2,}2$/m);
      assert.match(stdout, /^failed {2,}2$/m);
      const lines = stderr.trim().split("\n");
      assert.deepEqual(lines.slice(0, 2), ["bad.csv", "Dry run: no changes were saved."]);
      assert.match(
        lines[2]!,
        /^bad\.csv:3: \/email: Expected an email address, .* \/phone: Expected a telephone number/,
      );
      assert.match(lines[3]!, /^bad\.csv:5: \/email: A new member requires an email address\.$/);
      assert.equal(lines.length, 4);
    }
    const { code, stderr } = await run("members", file, "--json");
    assert.deepEqual([code, stderr], [1, ""]);
    const created = await run("members", file, "--create", "--json");
    const answer = JSON.parse(created.stdout) as Answer;
    assert.deepEqual([created.code, ...counts(answer)], [1, 0, 0, 0, 4]);
    assert.match(answer.failures[0]!.detail, /The record already exists/);
  });

  const wrong: [string[], number, RegExp][] = [
    [["members"], 2, /missing required argument 'file'/],
    [["members", "no/such.csv"], 2, /The file no\/such\.csv does not exist/],
    [["members", "people.xlsx"], 2, /Expected a file that ends in \.csv or \.ndjson/],
    [["members", "people.csv", "--format", "xml"], 2, /Allowed choices are csv, ndjson/],
    [["people", "people.csv"], 2, /unknown command 'people'/],
  ];
  for (const [words, expected, message] of wrong) {
    void test(`\`import ${words.join(" ")}\` is rejected with the reason`, async () => {
      const { code, stdout, stderr } = await run(...words);
      assert.deepEqual([code, stdout], [expected, ""]);
      assert.match(stderr, message);
    });
  }

  void test("Each resource has a command whose help lists its fields", async () => {
    const { stdout } = await run("--help");
    for (const name of [
      "members",
      "students",
      "enrollments",
      "lecture-progress",
      "orders",
      "subscriptions",
      "comments",
      "form-submissions",
    ]) {
      assert.match(stdout, new RegExp(`^ +${name} +import `, "m"));
    }
    const help = await run("enrollments", "--help");
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--dry-run .*list every invalid row/);
    assert.match(
      help.stdout,
      /Fields:\n {2}id, external_id, student_id, student_external_id, student_email, course_id/,
    );
    assert.match(help.stdout, /\$ lectern import enrollments enrollments\.csv --dry-run/);
  });
});
