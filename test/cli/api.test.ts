import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { anApiKey } from "../support/worlds/api-key.ts";
import { lectern } from "../support/worlds/installation.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { operatorOf } from "../rest/support/operator.ts";
import type { AMember } from "../support/world.ts";

void describe("`lectern api`, and commands without a sign-in", () => {
  let live: LiveSite;
  let owner: AMember;
  let folder: string;
  const run = (words: string[], env: Record<string, string> = {}) =>
    lectern(words, { env: { XDG_CONFIG_HOME: folder, ...env } });

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "lectern-api-"));
    live = await aLiveSite();
    owner = await live.site.member({ roles: ["owner"] });
  });
  after(async () => {
    await live.close();
    rmSync(folder, { recursive: true });
  });

  void test("`lectern api` works with an API key, also from a file, and reports errors", async () => {
    const { key } = await anApiKey(live.site, owner, ["courses:read", "courses:write"]);
    const withKey = (...words: string[]) => run(["api", ...words, "--site", live.origin], { LECTERN_API_KEY: key });
    const made = await withKey("POST", "/courses", "--data", '{"name":"Knots"}');
    assert.equal(made.code, 0, made.stderr);
    assert.equal((await withKey("GET", "/api/v1/courses/knots")).code, 0);
    const retry = ["POST", "/courses", "--data", '{"name":"Splices"}', "--once", "first"];
    assert.equal((await withKey(...retry)).stdout, (await withKey(...retry)).stdout);
    const missing = await withKey("GET", "/courses/unknown");
    assert.deepEqual([missing.code, missing.stdout], [1, ""]);
    assert.match(missing.stderr, /404 not_found/);
    const invalid = await withKey("POST", "/courses", "--data", "{}");
    assert.equal(invalid.stderr.match(/\/name: /g)?.length, 1);
    const { detail } = (await live.site.request("POST", "/api/v1/courses", { bearer: key, payload: {} })).json<{
      detail: string;
    }>();
    assert.equal(invalid.stderr.split(detail.replace(/^.*?: /, "")).length, 2, invalid.stderr);
    const asJson = await withKey("POST", "/courses", "--data", "{}", "--json");
    const { error } = JSON.parse(asJson.stderr) as { error: Record<string, unknown> };
    assert.deepEqual([error["code"], error["status"]], ["validation_failed", 422]);
    assert.match(String(error["request_id"]), /^[\w-]{10,}$/);
    assert.deepEqual(
      (error["errors"] as { pointer: string }[]).map(({ pointer }) => pointer),
      ["/name"],
    );
    const me = await run(["whoami", "--site", live.origin], { LECTERN_API_KEY: key });
    assert.match(me.stdout, /API key +Nightly sync\n/);
    assert.match(me.stdout, /courses:read courses:write/);
    const secret = path.join(folder, "key.txt");
    writeFileSync(secret, `${key}\n`);
    chmodSync(secret, 0o600);
    const words = ["api", "GET", "/courses", "--site", live.origin];
    assert.equal((await run(words, { LECTERN_API_KEY_FILE: secret })).code, 0);
    const dead = await run(words, { LECTERN_API_KEY: `${key.slice(0, -1)}_` });
    assert.match(dead.stderr, /401 invalid_token/);
  });

  void test("`lectern api` says how to sign in again if the school requires it", async () => {
    const { bearer, member } = await operatorOf(live.site, "members:write");
    await live.site.set({ apiStepUp: "two-factors" });
    const words = [
      "api",
      "PUT",
      `/members/${member.sub}/roles`,
      "--data",
      '{"roles":["owner"]}',
      "--site",
      live.origin,
    ];
    const refused = await run(words, { LECTERN_API_KEY: bearer });
    await live.site.set({ apiStepUp: "off" });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /401 insufficient_user_authentication: The school requires/);
    const command = `lectern login ${live.origin} --acr-values urn:lectern:acr:two-factors --max-age 3600`;
    assert.ok(refused.stderr.includes(command), refused.stderr);
  });

  void test("Standard input that is not UTF-8 is refused, before anything is sent", async () => {
    const stdin = Buffer.from('{"name":"Caf\xe9"}', "latin1");
    for (const words of [
      ["api", "POST", "/courses", "--data", "-", "--site", live.origin],
      ["member", "add", "a@school.example", "--roles", "student", "--password-stdin"],
    ]) {
      const refused = await lectern(words, { stdin, env: { XDG_CONFIG_HOME: folder, LECTERN_DATA: folder } });
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, /Standard input is not valid UTF-8/);
    }
  });

  const wrong: [string, string[], number, RegExp][] = [
    ["a site without encryption", ["login", "http://school.example"], 2, /has no encryption/],
    ["a site that is no address", ["login", "not a site"], 2, /not the address of a site/],
    ["a site that does not respond", ["login", "http://127.0.0.1:9"], 1, /cannot be used as a Lectern site/],
    ["an unknown scope", ["login", "https://a.example", "--scopes", "course:read"], 2, /Did you mean courses:read/],
    ["an account scope", ["login", "https://a.example", "--scopes", "account:read"], 2, /administrators/],
    ["no site", ["api", "GET", "/courses"], 2, /Specify a --site/],
    ["an unknown method", ["api", "LIST", "/courses"], 2, /Expected one of GET/],
    ["a path without a slash", ["api", "GET", "courses"], 2, /starts with \//],
    ["a body that is not JSON", ["api", "POST", "/courses", "--data", "{name}"], 2, /Expected JSON/],
    ["an ID with a line break", ["api", "POST", "/courses", "--once", "a\nb"], 2, /visible ASCII/],
    ["nobody signed in", ["whoami", "--site", "https://a.example"], 1, /not signed in/],
    ["nobody to sign out", ["logout", "https://a.example"], 1, /not signed in/],
  ];
  for (const [what, words, code, why] of wrong) {
    void test(`Exits with ${code} for ${what}`, async () => {
      const empty = mkdtempSync(path.join(folder, "empty-"));
      const outcome = await lectern(words, { env: { XDG_CONFIG_HOME: empty } });
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, why);
    });
  }

  void test("An unreadable file is reported, and not replaced", async () => {
    const other = mkdtempSync(path.join(folder, "other-"));
    mkdirSync(path.join(other, "lectern"));
    writeFileSync(path.join(other, "lectern/credentials.json"), "{");
    const { code, stderr } = await lectern(["whoami"], { env: { XDG_CONFIG_HOME: other } });
    assert.equal(code, 1);
    assert.match(stderr, /is not readable/);
  });
});
