import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "./support/data/source-tree.ts";

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Documents that contributors begin with. `release.md` is for maintainers. */
const guides = globSync(["README.md", "CONTRIBUTING.md", "docs/how-to/*.md"], { cwd: root }).filter(
  (file) => !file.endsWith("release.md"),
);

/** Commands of the guides, the file that runs each, and what it says there. */
const ranBy: readonly (readonly [command: RegExp, file: string, text: string])[] = [
  [/^npm ci$/, ".ci/run", "npm ci"],
  [/^npm test\b/, ".ci/run", "npm test"],
  [/^npm run check(?::(?:sources|spelling|types))?$/, ".ci/run", "npm run check"],
  [/^npm run test:long\b/, ".ci/run", "npm run test:long"],
  [/^npm run build$/, "package.json", '"prepare": "npm run --silent build'],
  [/^npm start$/, "test/support/processes/server-process.ts", '"npm", "start"'],
  [/^curl -s "http:\/\/localhost:8080\//, "test/operations/start.test.ts", "curl -s"],
  [/^npm run new:resource\b/, "test/new-resource.test.ts", "npm run new:resource"],
  [/^npm run contracts$/, "test/new-resource.test.ts", "npm run contracts"],
  [/^npm run preview\b/, "test/guides.test.ts", '"run", "--silent", "preview"'],
  [/^node examples\/list-courses\.mjs\b/, "test/conformance/examples.test.ts", "list-courses.mjs"],
  [/^npx lectern --help$/, "test/cli/usage.test.ts", "--help"],
  [/^npx lectern login\b/, "test/cli/login.long.test.ts", "login"],
  [/^npx lectern api\b/, "test/cli/api.test.ts", "api"],
  [/^npx lectern key create$/, "test/cli/key.long.test.ts", "`lectern key`"],
  [/^npx lectern doctor$/, "test/cli/missing-installation.test.ts", "doctor"],
  [/^npx lectern\b/, "test/cli/support/documented-commands.ts", "README.md"],
];

/** Commands that no test can run, with the reason. */
const ranByPeople: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^npm run test:server\b/, "needs a server of its own"],
  [/^npm run format$/, "changes the sources. The check of formats is a part of npm run check"],
  [/^npm install\b|^npm ci --os=|^npm run build:notice$/, "changes the packages"],
  [/^git commit\b/, "changes the repository"],
];

/** The commands of a document: lines of blocks without a language and of `sh`, and inline code. */
function commandsOf(document: string): string[] {
  const text = read(document);
  const fence = /^```(\w*)\n(.*?)^```$/gms;
  const blocks = [...text.matchAll(fence)].flatMap(([, language, block]) =>
    language === "" || language === "sh" ? block!.split("\n") : [],
  );
  const inline = [...text.replaceAll(fence, "").matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...blocks, ...inline]
    .flatMap((line) => line.split(" && "))
    .map((line) => line.replace(/ {3,}.*$/, "").trim())
    .filter((command) => /^(?:npm|npx|curl|git|node) \S/.test(command));
}

void test("A test or the check before a change runs every command that a guide tells contributors to run", () => {
  const commands = guides.flatMap((document) => commandsOf(document).map((command) => ({ document, command })));
  const patterns = [...ranBy, ...ranByPeople].map(([pattern]) => pattern);
  assert.deepEqual(
    commands.filter(({ command }) => !patterns.some((pattern) => pattern.test(command))),
    [],
  );
  assert.deepEqual(
    patterns.filter((pattern) => !commands.some(({ command }) => pattern.test(command))),
    [],
    "No guide has such a command any longer.",
  );
  for (const [, file, text] of ranBy) assert.ok(read(file).includes(text), `${file} does not run ${text}`);
});

void test("npm run preview takes screenshots of a page for each language, color scheme and width", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-preview-"));
  t.after(() => rmSync(folder, { recursive: true }));
  await promisify(execFile)("npm", ["run", "--silent", "preview", "--", folder, "signed-out"], { cwd: root });
  const files = readdirSync(folder);
  for (const file of ["en.light.1280", "en.dark.390", "zh-TW.light.390", "zh-TW.long.320"])
    assert.ok(files.includes(`signed-out.${file}.png`), files.join(" "));
});
