import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { assertStatus } from "../support/assert-status.ts";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { root } from "../support/data/source-tree.ts";
import { operatorOf } from "../rest/support/operator.ts";

void describe("examples/list-courses.mjs", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  void test("signs the owner in through a browser and prints the courses", async () => {
    const operator = await operatorOf(live.site, "courses:write");
    const created = await operator.post("/courses", { name: "Knots" });
    assertStatus(created, 201);
    const owner = await live.site.member({ roles: ["owner"] });

    const program = spawn(process.execPath, [path.join(root, "examples/list-courses.mjs"), live.origin], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(program, "close");
    const lines: string[] = [];
    const page = await aPerson(browser);
    for await (const line of createInterface({ input: program.stdout })) {
      lines.push(line);
      if (!line.startsWith(`${live.origin}/oauth/authorize`)) continue;
      await page.goto(line);
      await signIn(page, owner);
      await readConsent(page, "Course list example");
      await decide(page, "Allow");
      await page.getByText("Signed in. You can close this window.").waitFor();
    }
    await page.context().close();
    assert.deepEqual(await ended, [0, null]);
    assert.equal(lines.at(-1), "draft\tknots\tKnots");
  });
});
