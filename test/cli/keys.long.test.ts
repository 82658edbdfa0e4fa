import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

interface Keys {
  keys: { kid: string; alg: string; state: string; active_from: string; retires_at: string | null }[];
}

void describe("`lectern keys`", () => {
  const [one, two] = ["https://one.example", "https://two.example"];
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    for (const origin of [one, two]) await installation.lectern(["site", "create", origin, "--name", "A school"]);
  });
  after(() => installation.close());

  async function json(...words: string[]): Promise<Keys["keys"]> {
    const { code, stdout, stderr } = await installation.lectern(["keys", ...words, "--json"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.doesNotMatch(stdout, /"d"|private/, "the private key is not printed");
    return (JSON.parse(stdout) as Keys).keys;
  }

  void test("A site without sign-ins has no key", async () => {
    const { code, stdout } = await installation.lectern(["keys", "list", "--site", one]);
    assert.deepEqual([code, stdout], [0, "There are no keys yet. The first one is created on demand.\n"]);
    assert.deepEqual(await json("list", "--site", one), []);
  });

  void test("The first key signs immediately, the second is pending, and the list shows the same", async () => {
    const [first, ...none] = await json("rotate", "--site", one);
    assert.deepEqual([first?.state, first?.alg, first?.retires_at, none.length], ["signing", "ES256", null, 0]);
    const rotated = await json("rotate", "--site", one);
    assert.deepEqual(
      rotated.map(({ state }) => state),
      ["next", "signing"],
    );
    assert.equal(rotated[1]!.kid, first!.kid);
    assert.ok(rotated[1]!.retires_at! > rotated[0]!.active_from);
    assert.deepEqual(await json("list", "--site", one), rotated);
    const { stdout } = await installation.lectern(["keys", "list", "--site", one]);
    assert.match(stdout, /^KID {2,}STATE {2,}SIGNS FROM {2,}PUBLISHED UNTIL\n.* next .*\n.* signing .*\n$/);
  });

  void test("The key of Open Badges rotates on its own, and former keys verify until they are withdrawn", async () => {
    const signing = await json("list", "--site", one);
    await json("rotate", "--badges", "--site", one);
    const rotated = await json("rotate", "--badges", "--site", one);
    assert.deepEqual(
      rotated.map(({ state }) => state),
      ["signing", "verifying"],
    );
    assert.match(rotated[0]!.kid, /^https:\/\/one\.example\/certificates\/keys\/crk_/);
    const [only, ...none] = await json("rotate", "--badges", "--immediately", "--site", one);
    assert.deepEqual([only?.state, none.length], ["signing", 0]);
    assert.deepEqual(await json("list", "--site", one), signing);
  });

  void test("After a key leak, the next key signs immediately and the others are removed", async () => {
    const before = await json("list", "--site", one);
    const after = await json("rotate", "--immediately", "--site", one);
    assert.deepEqual(
      after.map(({ state }) => state),
      ["signing"],
    );
    assert.ok(before.every(({ kid }) => kid !== after[0]!.kid));
    assert.deepEqual(await json("list", "--site", one), after);
  });

  void test("Other sites' keys are unchanged, and each rotation is in the audit log", async () => {
    assert.deepEqual(await json("list", "--site", two), []);
    const entries = await installation.database.many<{ actorKind: string; details: { immediately: boolean } }>`
      select actor_kind, details from audit_entries where action = 'rotateSigningKey' order by id`;
    assert.deepEqual(
      entries.map(({ actorKind, details }) => [actorKind, details.immediately]),
      [
        ["cli", false],
        ["cli", false],
        ["cli", true],
      ],
    );
  });

  for (const command of ["list", "rotate"]) {
    void test(`\`keys ${command}\` without a site or with an unknown one lists the sites`, async () => {
      const unnamed = await installation.lectern(["keys", command]);
      assert.deepEqual([unnamed.code, unnamed.stdout], [2, ""]);
      assert.match(unnamed.stderr, /There are several sites\.[^]*--site https:\/\/one\.example/);
      const absent = await installation.lectern(["keys", command, "--site", "nowhere.example"]);
      assert.deepEqual([absent.code, absent.stdout], [1, ""]);
      assert.match(absent.stderr, /There is no site nowhere\.example\. `lectern site list`/);
    });
  }
});
