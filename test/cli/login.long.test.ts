import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { lectern } from "../support/worlds/installation.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, signIn } from "../support/worlds/person.ts";
import type { AMember } from "../support/world.ts";
import { root } from "../support/data/source-tree.ts";

interface Stored {
  current: string | null;
  sites: Record<string, { accessToken: string; refreshToken: string; expiresAt: number; clientId: string }>;
}

void describe("`lectern login`", () => {
  let browser: Browser;
  let live: LiveSite;
  let owner: AMember;
  let folder: string;
  const file = () => path.join(folder, "lectern/credentials.json");
  const stored = () => JSON.parse(readFileSync(file(), "utf8")) as Stored;
  const run = (words: string[], env: Record<string, string> = {}) =>
    lectern(words, { env: { XDG_CONFIG_HOME: folder, ...env } });

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "lectern-login-"));
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    owner = await live.site.member({ roles: ["owner"] });
  });
  after(async () => {
    await Promise.all([browser.close(), live.close()]);
    rmSync(folder, { recursive: true });
  });

  /** Runs the command, and `act` in a browser at the printed address. */
  async function login(words: string[], act: (page: Page, address: URL) => Promise<void>) {
    const { PATH } = process.env;
    const main = path.join(root, "src/cli/main.ts");
    const child = spawn(process.execPath, [main, "login", live.origin, "--no-browser", ...words], {
      env: { PATH, XDG_CONFIG_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "close");
    const stdout = text(child.stdout);
    const errors: string[] = [];
    const page = await aPerson(browser);
    for await (const line of createInterface({ input: child.stderr })) {
      errors.push(line);
      if (!line.startsWith(`${live.origin}/oauth/authorize`)) continue;
      await page.goto(line);
      await act(page, new URL(line));
    }
    await page.context().close();
    const [code] = (await ended) as [number];
    return { code, stdout: await stdout, stderr: errors.join("\n") };
  }

  const allow = async (page: Page) => {
    await signIn(page, owner);
    await decide(page, "Allow");
    await page.getByText("Signed in. You can close this window.").waitFor();
  };

  void test("Signs in with a browser, calls the API, refreshes, and signs out", async () => {
    const { code, stdout, stderr } = await login([], async (page, address) => {
      assert.equal(address.searchParams.get("code_challenge_method"), "S256");
      const redirect = new URL(address.searchParams.get("redirect_uri")!);
      assert.equal(redirect.hostname, "127.0.0.1");
      // Another page on this machine cannot end the sign-in.
      const forged = await fetch(`${redirect.href}?code=x&state=wrong`);
      assert.equal(forged.status, 400);
      await allow(page);
    });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Signed in to .* with: .*courses:read/);
    assert.doesNotMatch(stdout, /courses:write|account:/);
    assert.doesNotMatch(stdout + stderr, /lat_|lrt_/);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file())).mode & 0o777, 0o700);

    const listed = await run(["api", "GET", "/courses"]);
    assert.deepEqual([listed.code, listed.stderr], [0, ""]);
    assert.ok(Array.isArray((JSON.parse(listed.stdout) as { data: unknown }).data));
    const who = await run(["whoami", "--json"]);
    const { email, roles, site } = JSON.parse(who.stdout) as { email: string; roles: string[]; site: string };
    assert.deepEqual([email, roles, site], [owner.email, ["owner"], live.origin]);
    const refused = await run(["api", "POST", "/courses", "--data", '{"name":"Knots"}']);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /403 insufficient_scope/);

    const before = stored();
    before.sites[live.origin]!.expiresAt = 0;
    writeFileSync(file(), JSON.stringify(before));
    // A refresh token works once: parallel commands share one refresh.
    const parallel = await Promise.all([1, 2, 3].map(() => run(["api", "GET", "/courses"])));
    assert.deepEqual(
      parallel.map(({ code: exit, stderr: error }) => [exit, error]),
      [0, 1, 2].map(() => [0, ""]),
    );
    const after = stored();
    assert.notEqual(after.sites[live.origin]!.refreshToken, before.sites[live.origin]!.refreshToken);
    assert.equal(statSync(file()).mode & 0o777, 0o600);

    const { accessToken } = after.sites[live.origin]!;
    assert.equal((await run(["logout"])).code, 0);
    assert.deepEqual(stored(), { current: null, sites: {} });
    assert.equal((await live.site.get("/api/v1/courses", { bearer: accessToken })).statusCode, 401);
    const signedOut = await run(["api", "GET", "/courses", "--site", live.origin]);
    assert.equal(signedOut.code, 1);
    assert.match(signedOut.stderr, /not signed in.*lectern login/);
  });

  void test("A sign-in that the school requires again keeps the scopes, and the refused command works", async () => {
    await login(["--scopes", "members:read,members:write"], allow);
    await live.site.set({ apiStepUp: "one-factor", apiStepUpMaxAge: 300 });
    const command = ["api", "PUT", `/members/${owner.sub}/roles`, "--data", '{"roles":["owner"]}'];
    await live.later(6 * 60_000, async () => {
      const refused = await run(command);
      const [, options = ""] = /lectern login \S+ (.*)/.exec(refused.stderr) ?? [];
      assert.equal(options, "--acr-values urn:lectern:acr:one-factor --max-age 300", refused.stderr);
      const { code, stdout } = await login(options.split(" "), async (page, address) => {
        assert.equal(address.searchParams.get("max_age"), "300");
        await allow(page);
      });
      assert.equal(code, 0);
      assert.match(stdout, /members:read members:write\n/);
      assert.equal((await run(command)).code, 0);
    });
    await live.site.set({ apiStepUp: "off" });
  });

  void test("A sign-in whose tokens were revoked ends, and says what to do", async () => {
    await login(["--scopes", "courses:read,courses:write"], allow);
    const { clientId, refreshToken } = stored().sites[live.origin]!;
    await live.site.postForm("/api/oauth/revoke", { token: refreshToken, client_id: clientId });
    const { code, stderr } = await run(["whoami"]);
    assert.equal(code, 1);
    assert.match(stderr, /Your sign-in at .* has ended. Run: lectern login/);
    assert.deepEqual(stored().sites, {});
  });

  void test("A refused sign-in exits with 1", async () => {
    const { code, stderr } = await login([], async (page) => {
      await signIn(page, owner);
      await decide(page, "Deny");
    });
    assert.equal(code, 1);
    assert.match(stderr, /refused/);
  });
});
