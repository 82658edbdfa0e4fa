import { aDirectory } from "../support/worlds/directory.ts";
import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { type CodeLanguage, codeLanguages, documentNames } from "#pages/docs/contents.ts";
import { launchBrowser } from "../support/browser.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { freePort } from "../support/processes/server-process.ts";
import { root } from "../support/data/source-tree.ts";
import { operatorOf } from "../rest/support/operator.ts";

const run = promisify(execFile);

const blocksOf = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block]) => block!);

const sourceOf = (name: string) => readFileSync(path.join(root, `docs/${name}.md`), "utf8");

/** Runs a sample in an empty folder of its own, where imports find the installed packages. */
const commands: Record<CodeLanguage, (code: string, folder: string) => [program: string, ...args: string[]]> = {
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

function aFolder(t: TestContext): string {
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
const skips = Object.fromEntries(Object.keys(codeLanguages).map((name) => [name, whyNot(name as CodeLanguage)]));

/** Samples that wait for a browser or for events. They have tests of their own. */
const isProgram = (code: string): boolean => /createServer\(|HTTPServer\(/.test(code);

void describe("Code in the documentation, as a school serves it", () => {
  let browser: Browser;
  let live: LiveSite;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
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
  after(() => Promise.all([browser.close(), live.close()]));

  /** Reads the samples of a document from the server, with the addresses of the school. */
  async function samplesOf(name: string, language: CodeLanguage): Promise<string[]> {
    const response = await fetch(`${live.origin}/docs/${name}.md`);
    return blocksOf(await response.text(), codeLanguages[language].fence);
  }

  for (const name of documentNames) {
    for (const [language, { fence, name: label }] of Object.entries(codeLanguages)) {
      for (const [index, source] of blocksOf(sourceOf(name), fence).entries()) {
        if (isProgram(source)) continue;
        const skip = skips[source.includes("@lectern/sdk") ? "sdk" : language]!;
        void test(`${name}: sample ${index + 1} in ${label} succeeds`, { skip }, async (t) => {
          const folder = aFolder(t);
          const code = (await samplesOf(name, language as CodeLanguage))[index]!;
          const [program, ...args] = commands[language as CodeLanguage](code, folder);
          const { stdout } = await run(program, args, { env, cwd: folder });
          assert.notEqual(stdout.trim(), "");
          if (name !== "guides/handle-errors") assert.doesNotMatch(stdout, /"error":"|"errors":|problem|undefined/);
        });
      }
    }
  }

  for (const language of ["curl", "typescript", "python"] as const) {
    void test(`All pages of a list are read in ${language}`, { skip: skips[language]! }, async (t) => {
      const folder = aFolder(t);
      const programs = await samplesOf("guides/paginate-and-sync", language);
      const code = programs.find((found) => found.includes("next_cursor"))!.replace(/\b200\b/, "1");
      const [program, ...args] = commands[language](code, folder);
      const { stdout } = await run(program, args, { env, cwd: folder });
      for (const name of ["Ropes", "Stars", "Tides"]) assert.match(stdout, new RegExp(`\\b${name}\\b`));
    });
  }

  for (const language of ["typescript", "python"] as const) {
    void test(`The application in ${language} signs in through a browser`, { skip: skips[language]! }, async (t) => {
      const code = (await samplesOf("guides/sign-in-with-oauth", language)).find(isProgram);
      const [program, ...args] = commands[language](code!, aFolder(t));
      const owner = await live.site.member({ roles: ["owner"] });
      const application = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
      const ended = once(application, "close");
      const lines: string[] = [];
      const page = await aPerson(browser);
      for await (const line of createInterface({ input: application.stdout })) {
        lines.push(line);
        if (!line.startsWith(`${live.origin}/oauth/authorize`)) continue;
        await page.goto(line);
        await signIn(page, owner);
        await readConsent(page, "Course list");
        await decide(page, "Allow");
        await page.getByText("You can close this window.").waitFor();
      }
      await page.context().close();
      assert.deepEqual(await ended, [0, null]);
      for (const name of ["Ropes", "Stars", "Tides"]) assert.ok(lines.includes(name), lines.join("\n"));
    });

    void test(`The receiver in ${language} accepts signed requests only`, { skip: skips[language]! }, async (t) => {
      const code = (await samplesOf("guides/verify-webhooks", language)).find(isProgram);
      const [program, ...args] = commands[language](code!, aFolder(t));
      const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
      const port = await freePort();
      const receiver = spawn(program, args, {
        env: { ...env, WEBHOOK_SECRET: secret, PORT: port },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(receiver, "close");
      t.after(async () => {
        receiver.kill();
        await ended;
      });

      const body = JSON.stringify({ id: "evt_1", type: "course.created" });
      const send = (at: Date, sent = body) => {
        const headers = {
          "webhook-id": "evt_1",
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("evt_1", at, body)}`,
        };
        return fetch(`http://127.0.0.1:${port}`, { method: "POST", body: sent, headers });
      };
      const line = once(createInterface({ input: receiver.stdout }), "line");
      assert.equal((await whenListening(receiver, () => send(new Date()))).status, 204);
      assert.deepEqual(await line, ["evt_1 course.created"]);
      assert.equal((await send(new Date(), `${body} `)).status, 400);
      assert.equal((await send(new Date(Date.now() - 600_000))).status, 400);
    });
  }
});

/** Repeats a request until the program listens. */
async function whenListening(program: ChildProcess, send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (program.exitCode !== null) throw error;
      await new Promise(setImmediate);
    }
  }
}
