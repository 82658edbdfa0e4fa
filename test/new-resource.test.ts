import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { parents } from "../tools/new-resource/parents.ts";
import { planResource, type Request } from "../tools/new-resource/plan.ts";
import { RefusedRequest } from "../tools/new-resource/refused-request.ts";
import { singularOf } from "../tools/new-resource/resource-name.ts";
import { coveringTests } from "./support/data/covering-tests.ts";
import { root } from "./support/data/source-tree.ts";
import { type CheckoutCopy, copyCheckout } from "./support/processes/checkout-copy.ts";

const guide = readFileSync(path.join(root, "docs/how-to/add-a-resource.md"), "utf8");

/** The commands of the guide, in their order. */
const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block!.trimEnd().split("\n"));

/** The files in the output of a command. */
const filesIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^(?:new {4}|change )(\S+)$/gm)].map(([, file]) => file!);

/** The files that the guide lists. `NNNN`: the number of a migration. */
const listed = (kinds: string): string[] =>
  [...guide.matchAll(new RegExp(`^\\| (?:${kinds}) \\| \`([^\`]+)\` \\|`, "gm"))].map(([, file]) => file!);

/** Files with tables of all resources, whose types name what a new one lacks. */
const complete = globSync(["src/**/*.ts", "test/**/*.ts"], { cwd: root }).filter((file) =>
  /\bRecord<(?:Audit\w+|Declared\w+|EventTypeName|IdKind)\b|\bContentName\b/.test(
    readFileSync(path.join(root, file), "utf8"),
  ),
);

void describe("npm run new:resource", () => {
  let copy: CheckoutCopy;
  before(() => {
    copy = copyCheckout();
  });
  after(() => copy.remove());

  async function run(command: string): Promise<{ stdout: string; stderr: string }> {
    try {
      return await copy.run("sh", ["-euc", command]);
    } catch (error) {
      const { code, stdout = "", stderr = "" } = error as { code: number; stdout?: string; stderr?: string };
      throw Object.assign(new Error(`${command}\n${stdout.slice(-8000)}${stderr}`), { code, stdout, stderr });
    }
  }

  void test("rejects names and options that it cannot use, with exit code 2", async () => {
    const rejected: [name: string, options: Partial<Request>, message: RegExp][] = [
      ["Badges", {}, /must be lower-case English words.* Did you mean badges\?/],
      ["half-price-days", {}, /Did you mean half_price_days\?/],
      ["../badges", {}, /must be lower-case English words/],
      ["classes", {}, /"class" is a reserved word/],
      ["coupon", {}, /Pass the singular with --singular/],
      ["lecturers", {}, /lecturers\/resource\.ts already declares lecturers/],
      ["payments", {}, /payments\/resource\.ts already declares payments/],
      ["docs", {}, /already has the path \/docs/],
      ["settings", {}, /already has the path \/settings/],
      ["guests", { parent: "event" }, /already has the path \/events\/:event\/guests/],
      ["webhooks", {}, /webhooks\/resource\.ts already declares webhooks/],
      ["contexts", {}, /generated files use the word context/],
      ["badges", { prefix: "ord" }, /already uses the id prefix ord/],
      ["badges", { area: "moon" }, /There is no area "moon"\. Choose one of analytics, catalog, content/],
      [
        "badges",
        { area: "people", parent: "course" },
        /The area "people" cannot contain it\. Choose one of analytics, catalog/,
      ],
      ["badges", { zhTW: "Badge" }, /must be a name in Traditional Chinese/],
      ["extremely_long_names_of_nested_entries", { parent: "digital_product" }, /name is too long/],
      ["badges", { scope: "comments" }, /There are no scopes comments:read and comments:write/],
      [
        "badges",
        { parent: "moon" },
        /There is no parent "moon"\. Choose course, lecture, .*, or a resource that this command has written/,
      ],
    ];
    for (const [plural, options, message] of rejected) {
      const name = { plural, singular: singularOf(plural) };
      assert.throws(
        () => planResource(root, { name, zhTW: "徽章", ...options }),
        (error) => error instanceof RefusedRequest && message.test(error.message),
        plural,
      );
    }
    const missing = { code: 2, stderr: /^error: required option '--zh-tw <name>' not specified\n/ };
    await assert.rejects(run("npm run --silent new:resource"), missing);
    await assert.rejects(run("npm run --silent new:resource badges --parent course"), {
      code: 2,
      stderr: /Options follow two hyphens/,
    });
    await assert.rejects(run("npm run --silent new:resource Badges -- --zh-tw 徽章"), { code: 2, stdout: "" });
    await assert.rejects(run("npm run --silent new:resource statuses -- --zh-tw 狀態"), {
      code: 2,
      stderr: /"statuse"\. Pass the singular/,
    });
  });

  void test("calls functions of parents that exist", () => {
    for (const { required } of parents) {
      const text = readFileSync(path.join(root, required.from.replace("#", "src/")), "utf8");
      assert.match(text, new RegExp(`^export (?:async function|const) ${required.by}\\b`, "m"), required.by);
    }
  });

  void test("uses the name in every form that the files need", () => {
    const name = { plural: "study_circles", singular: "study_circle" };
    const files = planResource(root, { name, area: "people", scope: "members", zhTW: "讀書會" });
    const text = files
      .filter(({ isNew }) => isNew)
      .map((file) => `${file.file}\n${file.text}`)
      .join("\n");
    assert.doesNotMatch(text, /sample[_ -]?thing|smp|範例|school:|#domain\/area|^@/im);
    for (const part of [
      "src/domain/people/study-circles/study-circle.ts",
      '"/study_circles/:id"',
      "createStudyCircle",
      '"members:write"',
      "A study circle was created",
      "建立讀書會",
    ])
      assert.ok(text.includes(part), part);
    const vowel = planResource(root, { name: { plural: "awards", singular: "award" }, zhTW: "獎項" });
    assert.ok(vowel.some(({ text: each }) => each.includes('summary: "Create an award"')));
  });

  void test("writes the resources of the guide, which pass every check and every test that covers all resources", async () => {
    const [first, ...others] = commands.filter((command) => command.startsWith("npm run new:resource"));
    const { stdout: planned } = await run(first!);
    assert.match(first!, / --dry-run$/);
    assert.match(planned, /^singular: badge \(--singular sets another one\)$/m);
    for (const file of filesIn(planned)) {
      const [written, original] = [copy.folder, root].map((folder) => path.join(folder, file));
      assert.equal(existsSync(written!), existsSync(original!), file);
      if (existsSync(written!)) assert.equal(readFileSync(written!, "utf8"), readFileSync(original!, "utf8"));
    }

    const written: string[][] = [];
    for (const command of others) written.push(filesIn((await run(command)).stdout));
    const numbered = written[0]!.map((file) => file.replace(/\/\d{4}-/, "/NNNN-"));
    assert.deepEqual(numbered.toSorted(), listed("new|changed").toSorted());
    assert.equal(written[1]!.length, numbered.length);
    assert.ok(numbered.length <= 15, `${numbered.length} files`);
    const excerpts = [...guide.matchAll(/^<!-- (\S+) -->\n```ts\n(.*?)^```$/gms)];
    assert.ok(excerpts.length > 0);
    for (const [, file, excerpt] of excerpts)
      assert.equal(readFileSync(path.join(copy.folder, file!), "utf8"), excerpt);

    const sources = [...new Set([...written.flat(), ...complete])].filter((file) => file.endsWith(".ts"));
    const contracts = listed("generated");
    const before = contracts.map((file) => readFileSync(path.join(copy.folder, file), "utf8"));
    assert.ok(commands.includes("npm run contracts"));
    await run("npm run contracts");
    for (const [index, file] of contracts.entries())
      assert.notEqual(readFileSync(path.join(copy.folder, file), "utf8"), before[index], file);

    await run(`npx oxfmt --check ${sources.join(" ")}`);
    await run(`npm run check:spelling -- ${sources.join(" ")}`);
    await run(`npx oxlint --type-aware --type-check --deny-warnings ${sources.join(" ")}`);
    const own = written.flat().filter((file) => file.endsWith(".test.ts"));
    assert.ok(commands.includes(`npm test -- ${own[0]}`), own[0]);
    // All cases of series that name them, of which other runs take a sample.
    const { stdout } = await run(`TEST_CASES="badge|announcement" npm test -- ${[...own, ...coveringTests].join(" ")}`);
    for (const name of [
      "GET /api/v1/badges/:id: ids and tokens of another site are rejected",
      "DELETE /api/v1/announcements/:id: ids and tokens of another site are rejected",
      "badge.created is emitted once",
      "announcement.deleted is emitted once",
      "createAnnouncement has a valid request example",
    ])
      assert.ok(stdout.includes(name), name);
  });
});
