import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const survey = `name: Spring survey
slug: spring-survey
description_markdown: Before the *season* begins.
fields:
  - handle: name
    label: Your name
    kind: text
    required: true
  - handle: boats
    label: "What do you sail: a yawl?"
    kind: choices
    choices:
      - Dinghy
      - "true"
`;

void describe("`lectern form`", () => {
  let installation: TestInstallation;
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-forms-"));
  const file = path.join(folder, "survey.yaml");
  const origin = "https://forms.example";
  before(async () => {
    installation = await anInstallation();
    await installation.lectern(["site", "create", origin, "--name", "A school"]);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await installation.close();
  });

  const run = (...args: string[]) => installation.lectern(["form", ...args]);
  async function json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await run(...args, "--json");
    assert.deepEqual([code, stderr], [0, ""], stdout);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
  const apply = (text: string) => {
    writeFileSync(file, text);
    return json("apply", file);
  };
  const audited = async () =>
    (
      await installation.database.many<{ action: string }>`
        select action from audit_entries where action like '%Form' and actor_kind = 'cli' order by created_at, id`
    ).map(({ action }) => action);

  void test("A form is created from a file, updated by it, and unchanged if the file is equal", async () => {
    const made = await apply(survey);
    assert.match(String(made["id"]), /^frm_\w{26}$/);
    assert.deepEqual([made["outcome"], made["status"], made["audience"]], ["created", "draft", "everybody"]);
    assert.equal((await apply(survey))["outcome"], "unchanged");
    const changed = await apply(
      survey.replace("Your name", "Who are you?").replace("slug:", "audience: members\nslug:"),
    );
    assert.deepEqual([changed["id"], changed["outcome"], changed["audience"]], [made["id"], "updated", "members"]);
    assert.deepEqual(await audited(), ["createForm", "updateForm"]);
  });

  void test("The shown form is an equivalent file; JSON is accepted too", async () => {
    await apply(survey);
    const { stdout } = await run("show", "spring-survey");
    assert.equal((await apply(stdout))["outcome"], "unchanged");
    assert.match(stdout, /- "true"/, "A text that YAML would parse as another type stays a text.");
    const shown = await json("show", "spring-survey");
    const { name, slug, audience, description_markdown, fields } = shown;
    const described = { name, slug, audience, description_markdown, fields };
    assert.equal((await apply(JSON.stringify(described)))["outcome"], "unchanged");
  });

  void test("A form is opened and closed, and the list shows its state", async () => {
    await apply(survey);
    const { stdout } = await run("open", "spring-survey");
    assert.equal(stdout, `It is open for submissions at ${origin}/forms/spring-survey\n`);
    assert.match((await run("list")).stdout, /^spring-survey {2,}Spring survey {2,}open {2,}everybody {2,}0$/m);
    assert.equal((await run("open", "spring-survey")).code, 1);
    assert.equal((await json("close", "spring-survey"))["status"], "closed");
    const missing = await run("open", "nowhere");
    assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    assert.match(missing.stderr, /There is no form nowhere/);
  });

  void test("Errors in a file are reported with their line, and nothing is written", async () => {
    const before = await audited();
    const wrong: [string, RegExp][] = [
      [survey.replace("kind: choices", "kind: select"), /survey\.yaml:11: fields\.1\.kind: /],
      [
        survey.replace("    choices:\n      - Dinghy\n", "    choices: []\n").replace('      - "true"\n', ""),
        /fields\.1\.choices: Expected at least one/,
      ],
      [survey.replace("handle: boats", "handle: name"), /fields\.1\.handle: Another field has the handle name/],
      [
        survey.replace("    label: Your name\n", "    lable: Your name\n"),
        /survey\.yaml:6: there is no field fields\.0\.lable; did you mean label\?/,
      ],
      [survey.replace("slug: spring-survey\n", ""), /slug: /],
      [survey.replace("  - handle: name\n", "  -\n"), /fields\.0\.handle: /],
      ["name: [", /survey\.yaml:1: expected YAML/],
      [`a: &a x\nname: *a\n`, /without aliases/],
    ];
    for (const [text, told] of wrong) {
      writeFileSync(file, text);
      const { code, stdout, stderr } = await run("apply", file);
      assert.deepEqual([code, stdout], [2, ""], stderr);
      assert.match(stderr, told);
    }
    assert.equal((await run("apply", path.join(folder, "nowhere.yaml"))).code, 2);
    assert.deepEqual(await audited(), before);
  });

  void test("Each command shows its usage", async () => {
    for (const args of [[], ["list"], ["show"], ["apply"], ["open"], ["close"]]) {
      const { code, stdout } = await run(...args, "--help");
      assert.equal(code, 0);
      assert.match(stdout, /Usage: lectern form/);
    }
  });
});
