import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { planResource } from "../tools/new-resource/plan.ts";
import { root } from "./support/data/source-tree.ts";
import { type CheckoutCopy, copyCheckout } from "./support/processes/checkout-copy.ts";

/** Written by `node tools/write-contracts.ts`. */
const contracts = ["docs/privacy.md", "src/rest/openapi/problem-codes.json", "test/contracts/openapi.json"];

/** The files in the output of the command. */
const filesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^(?:new {4}|change )(\S+)$/gm)].map(([, file]) => file!);

void describe("npm run new:resource", () => {
  let copy: CheckoutCopy;
  before(() => {
    copy = copyCheckout();
  });
  after(() => copy.remove());

  const generate = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
    try {
      return { code: 0, ...(await copy.run(process.execPath, ["tools/new-resource.ts", ...args])) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };

  void test("rejects names and options that it cannot use, with exit code 2, and writes nothing", async () => {
    const rejected: [args: string[], message: RegExp][] = [
      [[], /missing required argument/],
      [["Badges"], /must be lower-case English words/],
      [["../badges"], /must be lower-case English words/],
      [["classes"], /"class" is a reserved word/],
      [["coupon"], /Pass its singular with --singular/],
      [["lecturers"], /lecturers\/resource\.ts already declares lecturers/],
      [["payments"], /payments\/resource\.ts already declares payments/],
      [["badges", "--prefix", "ord"], /already uses the id prefix ord/],
      [["badges", "--area", "moon"], /There is no area "moon"\. Choose one of catalog, content/],
      [["badges", "--scope", "comments"], /There are no scopes comments:read and comments:write/],
    ];
    const results = await Promise.all(rejected.map(([args]) => generate(...args)));
    for (const [index, { code, stderr }] of results.entries()) {
      assert.equal(code, 2, stderr);
      assert.match(stderr, rejected[index]![1]);
    }
    const { code, stdout } = await generate("badges", "--dry-run");
    assert.equal(code, 0);
    for (const file of filesIn(stdout)) {
      const [written, original] = [copy.folder, root].map((folder) => path.join(folder, file));
      assert.equal(existsSync(written!), existsSync(original!), file);
      if (existsSync(written!)) assert.equal(readFileSync(written!, "utf8"), readFileSync(original!, "utf8"));
    }
  });

  void test("uses the name in every form that the files need", () => {
    const name = { plural: "study_circles", singular: "study_circle" };
    const files = planResource(root, { name, area: "people", scope: "members", zhTW: "讀書會" });
    const text = files
      .filter(({ isNew }) => isNew)
      .map((file) => `${file.file}\n${file.text}`)
      .join("\n");
    assert.doesNotMatch(text, /sample[_ -]?thing|smp|範例|school:|#domain\/area/i);
    for (const part of [
      "src/domain/people/study-circles/study-circle.ts",
      '"/study_circles/:id"',
      "createStudyCircle",
      '"members:write"',
      "A study circle was created",
      "建立讀書會",
    ])
      assert.ok(text.includes(part), part);
    const vowel = planResource(root, {
      name: { plural: "awards", singular: "award" },
      area: "people",
      scope: "members",
    });
    assert.ok(vowel.some(({ text: each }) => each.includes('summary: "Create an award"')));
  });

  void test("writes the files that the guide lists, at most 20 with the contracts, formatted and free of lint", async () => {
    const guide = readFileSync(path.join(root, "docs/how-to/add-a-resource.md"), "utf8");
    const [, command] = /^npm run new:resource (badges -- --zh-tw .*)$/m.exec(guide)!;
    const { code, stdout, stderr } = await generate(...command!.split(" ").filter((each) => each !== "--"));
    assert.equal(code, 0, stderr);
    const files = filesIn(stdout);
    const listed = [...guide.matchAll(/^\| (?:new|changed|generated) \| `([^`]+)` \|/gm)].map(([, file]) => file!);
    const numbered = files.map((file) => file.replace(/\/\d{4}-/, "/NNNN-"));
    assert.deepEqual([...numbered, ...contracts].toSorted(), listed.toSorted());
    assert.ok(listed.length <= 20, `${listed.length} files`);
    const sources = files.filter((file) => file.endsWith(".ts"));
    await copy.run("node_modules/.bin/oxfmt", ["--check", ...files.filter((file) => /\.(?:ts|json)$/.test(file))]);
    await copy.run("node_modules/.bin/oxlint", ["--deny-warnings", ...sources]);
    const excerpts = [...guide.matchAll(/^<!-- (\S+) -->\n```ts\n(.*?)^```$/gms)];
    assert.ok(excerpts.length > 0);
    for (const [, file, excerpt] of excerpts)
      assert.equal(readFileSync(path.join(copy.folder, file!), "utf8"), excerpt);
  });
});
