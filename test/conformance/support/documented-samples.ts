import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { type CodeLanguage, codeLanguages, documentNames } from "#pages/docs/contents.ts";
import { typedEntries } from "#lib/json/typed-object.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { root } from "../../support/data/source-tree.ts";
import { aDirectory } from "../../support/worlds/directory.ts";
import { issueToken } from "../../support/worlds/issue-token.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";

export const run = promisify(execFile);

const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block]) => block!);

const sourceOf = (name: string) => readFileSync(path.join(root, `docs/${name}.md`), "utf8");

/** Runs a sample in an empty folder of its own, where imports find the installed packages. */
export const commands: Record<CodeLanguage, (code: string, folder: string) => [program: string, ...args: string[]]> = {
  curl: (code) => ["bash", "-euo", "pipefail", "-c", code],
  sdk: (code, folder) => [process.execPath, written(folder, "sample.ts", code)],
  typescript: (code, folder) => [process.execPath, written(folder, "sample.ts", code)],
  python: (code, folder) => ["python3", written(folder, "sample.py", code)],
};

function written(folder: string, name: string, code: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
}

export function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-documented-"));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

/** Reason to skip the samples of a language: this machine cannot run them. */
function whyNot(language: CodeLanguage): string | false {
  if (language === "sdk") return "rest/openapi/sdk.long.test.ts runs them with the package that it builds";
  const needed = { curl: "curl", typescript: process.execPath, python: "python3" }[language];
  return spawnSync(needed, ["--version"]).status === 0 ? false : `${needed} is not installed: not run`;
}
export const skips = Object.fromEntries(Object.keys(codeLanguages).map((name) => [name, whyNot(name as CodeLanguage)]));

/** Samples that wait for a browser or for events. They have tests of their own. */
export const isProgram = (code: string): boolean => /createServer\(|HTTPServer\(/.test(code);

/** A school whose documentation has the samples, and the environment in which they run. */
export interface DocumentedSchool {
  live: LiveSite;
  env: NodeJS.ProcessEnv;
  /** Reads the samples of a document from the server, with the addresses of the school. */
  samplesOf(name: string, language: CodeLanguage): Promise<string[]>;
}

/** Runs the samples in these languages, and returns the school for other tests of the same suite. */
export function testSamples(languages: readonly CodeLanguage[]): () => DocumentedSchool {
  let live: LiveSite;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    live = await aLiveSite();
    const scopes = "courses:read courses:write school:read school:write storage:write members:read members:write";
    const { bearer, post } = await operatorOf(live.site, scopes);
    for (const name of ["Ropes", "Tides", "Stars"]) assert.equal((await post("/courses", { name })).statusCode, 201);
    const member = await live.site.member();
    const application = await live.site.operatorClient({ audience: "member" });
    env = {
      PATH: process.env["PATH"],
      LECTERN_API_KEY: bearer,
      LECTERN_PROVISIONING_KEY: (await aDirectory(live.site)).key,
      MEMBER_TOKEN: await issueToken(live.site, application, member, "account:read"),
    };
  });
  after(() => live.close());

  async function samplesOf(name: string, language: CodeLanguage): Promise<string[]> {
    const response = await fetch(`${live.origin}/docs/${name}.md`);
    return blocksOf(await response.text(), codeLanguages[language].fence);
  }

  for (const name of documentNames) {
    for (const [language, { fence, name: label }] of typedEntries(codeLanguages)) {
      if (!languages.includes(language)) continue;
      for (const [index, source] of blocksOf(sourceOf(name), fence).entries()) {
        if (isProgram(source)) continue;
        const skip = skips[source.includes("@lectern/sdk") ? "sdk" : language]!;
        void test(`${name}: sample ${index + 1} in ${label} succeeds`, { skip }, async (t) => {
          const folder = aFolder(t);
          const code = (await samplesOf(name, language))[index]!;
          const [program, ...args] = commands[language](code, folder);
          const { stdout } = await run(program, args, { env, cwd: folder });
          assert.notEqual(stdout.trim(), "");
          if (name !== "guides/handle-errors") assert.doesNotMatch(stdout, /"error":"|"errors":|problem|undefined/);
        });
      }
    }
  }

  return () => ({ live, env, samplesOf });
}
