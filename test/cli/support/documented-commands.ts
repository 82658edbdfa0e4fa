import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { anInstallation, type TestInstallation } from "../../support/worlds/installation.ts";
import { root } from "../../support/data/source-tree.ts";

const run = promisify(execFile);
/** The text of a document. */
export const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Documents whose commands run before a change lands, in an order in which those of one prepare the next. */
export const ranDocuments: readonly string[] = [
  "docs/operations/deploy.md",
  "docs/guides/api-keys.md",
  "docs/guides/certificates.md",
  "docs/guides/sell.md",
  "docs/reference/course-json.md",
  "docs/reference/course-folder.md",
  "docs/reference/exports-and-imports.md",
  "docs/reference/olx.md",
  "docs/reference/site-archive.md",
  "docs/operations/backup.md",
];

/** Those with which a newcomer begins: `npm test` runs their commands. */
export const firstDocuments: readonly string[] = ["README.md"];

/** Commands that are not run with the others of their document, with the reason. */
const otherTests: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^(?:serve|listen)\b/, "never ends"],
  [/^(?:login|logout|whoami|api)\b/, "need a running server: test/cli/login.long.test.ts and api.test.ts"],
  [/^update\b/, "replaces an installation from an archive: test/cli/update.long.test.ts"],
  [/^init\b/, "asks questions, and makes an installation of its own: test/cli/init.long.test.ts"],
  [/^restore\b/, "needs an empty installation: test/cli/backup.long.test.ts"],
  [/^move-database\b/, "needs a second database: test/cli/move-database.long.test.ts"],
  [/^database distribute\b/, "needs a cluster: test/database/citus.long.test.ts"],
  [/^secret rotate\b/, "needs two keys: test/cli/secret-rotate.long.test.ts"],
  [/(?:key|crs|mem|jhb)_01k9/, "has the ID of an example"],
  [/[<…|]/, "has a placeholder, or is piped into another program"],
];

export const reasonNotToRun = (command: string) => otherTests.find(([pattern]) => pattern.test(command))?.[1];

/** Every line of a code block that calls `lectern`, without npm and comment. */
export function commandsOf(document: string): string[] {
  const blocks = [...read(document).matchAll(/^```(?:sh)?\n(.*?)^```$/gms)].map(([, block]) => block!);
  return blocks
    .flatMap((block) => block.split("\n"))
    .map(
      (line) =>
        /^(?:npm run -s lectern --|(?:npx )?lectern) (?=[a-z])(.*)$/.exec(line.replace(/\s+#.*$/, "").trim())?.[1] ??
        "",
    )
    .filter((command) => command !== "");
}

const survey = `slug: spring-survey
name: Spring survey
audience: everybody
fields:
  - handle: name
    label: Your name
    kind: text
`;

const course = `<course url_name="run" org="school" course="knots"/>`;
const outline = `<course display_name="Knots"><chapter url_name="one"/></course>`;
const chapter = `<chapter display_name="One"/>`;

/** Runs the commands of these documents in an installation. Returns it, for other tests of the same suite. */
export function testCommandsOf(documents: readonly string[]): () => TestInstallation {
  let installation: TestInstallation;
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-commands-"));

  before(async () => {
    installation = await anInstallation();
    mkdirSync(path.join(folder, "backups"));
    writeFileSync(path.join(folder, "people.csv"), "email,name,roles\nben@school.example,Ben,student\n");
    writeFileSync(path.join(folder, "spring-survey.yaml"), survey);
    const example = /^```json\n(.*?)^```$/ms.exec(read("docs/reference/course-json.md"))![1]!;
    writeFileSync(path.join(folder, "course.json"), example.replace('["ana-lima"]', "[]"));
    cpSync(path.join(root, "examples/courses"), path.join(folder, "courses"), { recursive: true });
    const olx: Record<string, string> = { "course.xml": course, "course/run.xml": outline, "chapter/one.xml": chapter };
    for (const [name, text] of Object.entries(olx)) {
      mkdirSync(path.dirname(path.join(folder, "olx", name)), { recursive: true });
      writeFileSync(path.join(folder, "olx", name), text);
    }
    await run("tar", ["-czf", "course.tar.gz", "-C", "olx", "."], { cwd: folder });
  });
  after(async () => {
    await installation.close();
    rmSync(folder, { recursive: true });
  });

  /** What a document assumes to exist. */
  const prepared: Readonly<Record<string, readonly string[]>> = {
    "docs/reference/course-json.md": [
      'site create https://other.school.example --name "Another school"',
      "import course-json course.json --site https://learn.school.example",
    ],
    "README.md": [
      "site create https://learn.school.example --name 'The first school'",
      "member add olga@school.example --roles owner --generate-password --site learn.school.example",
      "member add ana@school.example --roles student --generate-password --site learn.school.example",
    ],
    "docs/reference/exports-and-imports.md": ['site create https://school.example --name "A third school"'],
  };

  /** Replaces paths of an example with those of this test. */
  function here(command: string): string {
    const [archive = ""] = readdirSync(path.join(folder, "backups"));
    return command
      .replaceAll(/\/backups\/(lectern-\w+\.tar)?/g, (_path, example) =>
        path.join(folder, "backups", example ? archive : "/"),
      )
      .replaceAll("/media/safe/", `${folder}/`);
  }

  const prelude = `lectern() { "${process.execPath}" "${path.join(root, "src/cli/main.ts")}" "$@"; };`;

  async function succeeds(command: string): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, ...installation.env };
    await run("sh", ["-euc", `${prelude} lectern ${here(command)}`], { cwd: folder, env });
  }

  for (const document of documents) {
    void test(`The commands of ${document} succeed in their order`, async () => {
      const commands = commandsOf(document).filter((command) => reasonNotToRun(command) === undefined);
      assert.ok(commands.length > 0, "The document has no command to run.");
      for (const command of [...(prepared[document] ?? []), ...commands]) await succeeds(command);
    });
  }

  return () => installation;
}
