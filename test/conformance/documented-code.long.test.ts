import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { launchBrowser } from "../support/browser.ts";
import { freePort } from "../support/processes/server-process.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { aFolder, commands, isProgram, run, skips, testSamples } from "./support/documented-samples.ts";

// `npm test` runs those in curl (documented-code.test.ts), which create what the others read.
void describe("Code in the documentation, as a school serves it", () => {
  const school = testSamples(["sdk", "curl", "typescript", "python"]);
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());

  for (const language of ["curl", "typescript", "python"] as const) {
    void test(`All pages of a list are read in ${language}`, { skip: skips[language]! }, async (t) => {
      const folder = aFolder(t);
      const programs = await school().samplesOf("guides/paginate-and-sync", language);
      const code = programs.find((found) => found.includes("next_cursor"))!.replace(/\b200\b/, "1");
      const [program, ...args] = commands[language](code, folder);
      const { stdout } = await run(program, args, { env: school().env, cwd: folder });
      for (const name of ["Ropes", "Stars", "Tides"]) assert.match(stdout, new RegExp(`\\b${name}\\b`));
    });
  }

  for (const language of ["typescript", "python"] as const) {
    void test(`The application in ${language} signs in through a browser`, { skip: skips[language]! }, async (t) => {
      const code = (await school().samplesOf("guides/sign-in-with-oauth", language)).find(isProgram);
      const [program, ...args] = commands[language](code!, aFolder(t));
      const { live, env } = school();
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
      const code = (await school().samplesOf("guides/verify-webhooks", language)).find(isProgram);
      const [program, ...args] = commands[language](code!, aFolder(t));
      const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
      const port = await freePort();
      const receiver = spawn(program, args, {
        env: { ...school().env, WEBHOOK_SECRET: secret, PORT: port },
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
