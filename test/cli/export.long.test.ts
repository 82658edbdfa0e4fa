import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const emailsIn = (lines: string) =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { email: string }).email)
    .toSorted();

void describe("`lectern export` of lists", () => {
  let installation: TestInstallation;
  let folder: string;
  const site = "https://school.example";
  before(async () => {
    installation = await anInstallation();
    folder = mkdtempSync(path.join(tmpdir(), "lectern-exports-"));
    assert.equal((await run("site", "create", site, "--name", "A school")).code, 0);
    assert.equal((await run("site", "create", "https://other.example", "--name", "Another")).code, 0);
    for (const [email, name, at] of [
      ["ada@example.test", "=1+1", site],
      ["bo@example.test", "Bo, the second", site],
      ["elsewhere@example.test", "Elsewhere", "https://other.example"],
    ] as const) {
      const added = await run("member", "add", email, "--name", name, "--roles", "student", "--site", at);
      assert.equal(added.code, 0, added.stderr);
    }
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await installation.close();
  });

  const run = (...args: string[]) => installation.lectern(args);
  const members = (...args: string[]) => run("export", "members", "--site", site, ...args);
  void test("Only rows are written to stdout, one per line", async () => {
    const { code, stdout, stderr } = await members();
    assert.equal(code, 0, stderr);
    assert.deepEqual(emailsIn(stdout), ["ada@example.test", "bo@example.test"]);
    assert.match(stderr, /2 rows/);
  });

  void test("The file extension selects a table, and only the current user can read the file", async () => {
    const file = path.join(folder, "members.csv");
    const { code, stdout } = await members("--output", file);
    assert.deepEqual([code, /rows +2/.test(stdout)], [0, true]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const rows: Record<string, string>[] = parse(readFileSync(file), { bom: true, columns: true });
    assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(["'=1+1", "Bo, the second"]));
  });

  void test("--format overrides the file extension, and --json reports what was written", async () => {
    const file = path.join(folder, "members.txt");
    const { stdout, stderr } = await members("--output", file, "--format", "csv", "--json");
    assert.deepEqual([JSON.parse(stdout), stderr], [{ site, file, rows: 2 }, ""]);
    assert.match(readFileSync(file, "utf8"), /^\uFEFFobject,id,/);
  });

  void test("--filter accepts the parameters of the list", async () => {
    const { stdout } = await members("--filter", '{"email": "bo@example.test"}');
    assert.deepEqual(emailsIn(stdout), ["bo@example.test"]);
    const none = await members("--filter", '{"created_at": {"lt": "2020-01-01T00:00:00Z"}}');
    assert.deepEqual([none.code, none.stdout], [0, ""]);
  });

  async function errorOf(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await members(...args);
    assert.deepEqual([code, stdout], [2, ""]);
    return stderr;
  }

  void test("Errors explain the fix, and nothing is written", async () => {
    assert.match(await errorOf("--filter", "status=active"), /Expected JSON/);
    assert.match(await errorOf("--filter", '{"rolle": ["owner"]}'), /Unknown filter rolle\. Did you mean role\?/);
    assert.match(await errorOf("--filter", '{"role": ["king"]}'), /role\/0: .*owner/);
    assert.match(await errorOf("--format", "xlsx"), /ndjson, csv/);
    assert.match(await errorOf("--json"), /--output/);
    const nowhere = path.join(folder, "none", "members.csv");
    assert.match(
      await errorOf("--output", nowhere),
      /members\.csv cannot be used \(ENOENT\): the file or its folder does not exist/,
    );
    const unknown = await run("export", "people", "--site", site);
    assert.deepEqual([unknown.code, /lectern export --help/.test(unknown.stderr)], [2, true]);
    const file = path.join(folder, "refused.csv");
    await errorOf("--output", file, "--filter", '{"role": ["king"]}');
    assert.deepEqual([existsSync(file), existsSync(`${file}.part`)], [false, false]);
  });

  void test("The help lists the filters, and the audit log records the export", async () => {
    const { stdout } = await run("export", "enrollments", "--help");
    assert.match(stdout, /course_id, student_id/);
    assert.match(stdout, /lectern export enrollments --output enrollments\.csv/);
    const log = await run("export", "audit-log", "--site", site, "--filter", '{"action": "exportList"}');
    const [entry] = log.stdout.split("\n").map((line) => JSON.parse(line || "{}") as { details?: object });
    assert.deepEqual(entry?.details, { list: "members", format: "ndjson", rows: 2 });
  });
});
