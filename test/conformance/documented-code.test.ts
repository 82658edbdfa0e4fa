import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { type LiveSite, aLiveSite } from "../support/live-site.ts";
import { freePort } from "../support/server-process.ts";
import { root } from "../support/source-tree.ts";
import { operatorOf } from "../rest/support/operator.ts";

const run = promisify(execFile);
const documents = globSync("docs/{guides,how-to}/*.md", { cwd: root }).toSorted();
const blocksOf = (document: string, language: string): string[] =>
  [
    ...readFileSync(path.join(root, document), "utf8").matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"),
    ),
  ].map(([, block]) => block!);

/** Writes a code block into a folder of its own, where its imports find the installed packages. */
function programOf(t: TestContext, code: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-documented-"));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  const file = path.join(folder, "program.ts");
  writeFileSync(file, code);
  return file;
}

void describe("Code in the guides", () => {
  let live: LiveSite;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    live = await aLiveSite();
    const { bearer, post } = await operatorOf(live.site, "courses:read courses:write");
    for (const name of ["Knots", "Tides", "Stars"]) assert.equal((await post("/courses", { name })).statusCode, 201);
    env = { PATH: process.env["PATH"], LECTERN_ORIGIN: live.origin, LECTERN_TOKEN: bearer };
  });
  after(() => live.close());

  for (const document of documents) {
    for (const [index, block] of blocksOf(document, "sh").entries()) {
      void test(`${document}: request ${index + 1} succeeds`, async () => {
        const { stdout } = await run("bash", ["-euo", "pipefail", "-c", block], { env, cwd: root });
        assert.notEqual(stdout, "");
        assert.doesNotMatch(stdout, /"error"/);
      });
    }
  }

  void test("docs/guides/paginate-and-sync.md: the program lists every course", async (t) => {
    const [program] = blocksOf("docs/guides/paginate-and-sync.md", "ts");
    const { stdout } = await run(process.execPath, [programOf(t, program!)], { env });
    assert.deepEqual(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[1]),
      ["Knots", "Stars", "Tides"],
    );
  });

  void test("docs/guides/verify-webhooks.md: the receiver accepts signed requests only", async (t) => {
    const [program] = blocksOf("docs/guides/verify-webhooks.md", "ts");
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const port = await freePort();
    const receiver = spawn(process.execPath, [programOf(t, program!)], {
      env: { ...env, WEBHOOK_SECRET: secret, PORT: port },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(receiver, "close");
    t.after(async () => {
      receiver.kill();
      await ended;
    });

    const body = JSON.stringify({ id: "evt_1", type: "course.created" });
    const now = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
    };
    const line = once(createInterface({ input: receiver.stdout }), "line");
    const signed = await whenListening(receiver, () =>
      fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers }),
    );
    assert.equal(signed.status, 204);
    assert.deepEqual(await line, ["evt_1 course.created"]);
    const altered = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: `${body} `, headers });
    assert.equal(altered.status, 400);
  });
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
