import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { unzipSync } from "fflate";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { searchDatabase } from "../support/worlds/whole-database.ts";

const email = "ana@school.example";

void describe("A site's personal data of a member, by command", () => {
  let installation: TestInstallation;
  const lectern = (...args: string[]) => installation.lectern(args);
  before(async () => {
    installation = await anInstallation();
    await lectern("site", "create", "https://one.example", "--name", "The One");
    await lectern("member", "add", "bo@school.example", "--roles", "owner");
    const added = await lectern("member", "add", email, "--roles", "student", "--name", "Ana Quillfeather");
    assert.equal(added.code, 0, added.stderr);
  });
  after(() => installation.close());

  void test("is exported into a ZIP that only the current user can read", async () => {
    const file = path.join(installation.dataFolder, "ana.zip");
    const { code, stdout, stderr } = await lectern("member", "export", email, "--into", file, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    const result = JSON.parse(stdout) as { file: string; byte_size: number };
    assert.deepEqual([result.file, result.byte_size], [file, statSync(file).size]);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const files = unzipSync(readFileSync(file));
    assert.ok(Buffer.from(files["profile.json"]!).toString().includes("Ana Quillfeather"));
    const entries = await installation.database.many`
      select id from audit_entries where action = 'exportMemberData' and actor_kind = 'cli'`;
    assert.equal(entries.length, 1);
  });

  void test("is not exported to an invalid path, which is reported without a stack trace", async () => {
    for (const [into, why] of [
      [
        "nowhere/ana.zip",
        /^lectern: .*nowhere\/ana\.zip cannot be used \(ENOENT\): the file or its folder does not exist/,
      ],
      ["", /^lectern: .* cannot be used \(EISDIR\): it is a folder\. Name a file\.\n/],
    ] as const) {
      const { code, stderr } = await lectern(
        "member",
        "export",
        email,
        "--into",
        path.join(installation.dataFolder, into),
      );
      assert.equal(code, 2);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /\bat .*\.ts/);
    }
  });

  void test("is erased only with the address repeated and a reason", async () => {
    const unsaid = await lectern("member", "erase", email);
    assert.equal(unsaid.code, 2);
    const wrong = await lectern("member", "erase", email, "--confirm-email", "x@school.example", "--reason", "x");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /not the member's address/);
  });

  void test("is deleted when the command ends, even without a server that runs jobs", async () => {
    const args = ["member", "erase", email, "--confirm-email", email, "--reason", "Asked by mail", "--json"];
    const { code, stdout, stderr } = await lectern(...args);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal((JSON.parse(stdout) as { status: string }).status, "succeeded");
    const { database } = installation;
    assert.deepEqual(await searchDatabase([email, "Quillfeather"], database), []);
    const again = await lectern("member", "erase", email, "--confirm-email", email, "--reason", "x");
    assert.match(again.stderr, /There is no member ana@school\.example/);
  });
});
