import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import type { Page } from "../../support/browser-session.ts";
import { aSite } from "../../support/world.ts";

const path = "/admin/security/limits";

async function aRunSite(settings = {}) {
  const site = await aSite(settings);
  return { site, browser: await site.signedIn(await site.member({ roles: ["manager"] })) };
}

/** The fields of the page, as a browser submits them. */
function typedIn({ body }: Page): Record<string, string> {
  const inputs = body.matchAll(/<input\s+(?:id="\w+"\s+)?name="(\w+)"\s+type="text"[^>]*?value="([^"]*)"/g);
  const units = body.matchAll(/<select name="(\w+)"[^]*?<option value="(\w+)" selected>/g);
  const found: Record<string, string> = Object.fromEntries(
    [...inputs, ...units].map(([, name, value]) => [name!, value!]),
  );
  return /name="openSignUp"\s+checked/.test(body) ? { ...found, openSignUp: "on" } : found;
}

const problemsOf = ({ body }: Page) => [...body.matchAll(/id="(\w+)-problem"/g)].map(([, field]) => field);

const defaults = {
  sessionLifetime: "30",
  sessionLifetime_unit: "days",
  accessTokenLifetime: "2",
  accessTokenLifetime_unit: "hours",
  refreshTokenLifetime: "60",
  refreshTokenLifetime_unit: "days",
  refreshTokenGrace: "10",
  refreshTokenGrace_unit: "seconds",
  authorizationRequestLifetime: "15",
  authorizationRequestLifetime_unit: "minutes",
  authorizationCodeLifetime: "1",
  authorizationCodeLifetime_unit: "minutes",
  registrationsPerHour: "300",
};

void test("Each duration is shown in the largest exact unit, and saving the page unchanged changes none", async () => {
  const { browser } = await aRunSite();
  const page = await browser.open(path);
  assert.deepEqual(typedIn(page), defaults);
  const saved = await browser.submit(page, typedIn(page));
  assert.equal(saved.address, `${path}?done=saved`);
  assert.match(saved.body, /Your changes have been saved\./);
  assert.deepEqual(typedIn(saved), defaults);
  const odd = await aRunSite({ accessTokenLifetime: 90, sessionLifetime: 36 * 3600 });
  const shown = typedIn(await odd.browser.open(path));
  assert.deepEqual([shown["accessTokenLifetime"], shown["accessTokenLifetime_unit"]], ["90", "seconds"]);
  assert.deepEqual([shown["sessionLifetime"], shown["sessionLifetime_unit"]], ["36", "hours"]);
});

void test("A new lifetime applies from the next token, and is recorded in the audit log", async () => {
  const { site, browser } = await aRunSite();
  const changes = { ...defaults, accessTokenLifetime: "10", accessTokenLifetime_unit: "minutes", openSignUp: "on" };
  const page = await browser.submit(await browser.open(path), changes);
  assert.deepEqual(typedIn(page), changes);
  const tokens = await site.connect(await site.register(), await site.member(), "openid");
  assert.equal(tokens.expires_in, 600);
  const entry = (await auditOf(site)).find(({ action }) => action === "changeSettings");
  assert.partialDeepStrictEqual(entry?.details, { accessTokenLifetime: 600, openSignUp: true });
});

void test("A manager decides whether a password reset always disconnects apps", async () => {
  const { site, browser } = await aRunSite();
  const choice = { disconnectAppsOnPasswordReset: "on" };
  const saved = await browser.submit(await browser.open(path), { ...defaults, ...choice });
  assert.match(saved.body, /name="disconnectAppsOnPasswordReset"\s+checked/);
  const entry = (await auditOf(site)).find(({ action }) => action === "changeSettings");
  assert.deepEqual(entry?.details["disconnectAppsOnPasswordReset"], true);
});

void test("A manager sets the hourly limit of app registrations, effective immediately", async () => {
  const { site, browser } = await aRunSite();
  const saved = await browser.submit(await browser.open(path), { ...defaults, registrationsPerHour: "1" });
  assert.equal(typedIn(saved)["registrationsPerHour"], "1");
  const register = () => site.post("/api/oauth/register", { redirect_uris: ["http://127.0.0.1:43117/callback"] });
  assert.equal((await register()).statusCode, 201);
  assert.equal((await register()).statusCode, 429);
  const entry = (await auditOf(site)).find(({ action }) => action === "changeSettings");
  assert.deepEqual(entry?.details, { registrationsPerHour: 1 });
});

void test("A manager hides names from agents", async () => {
  const { site, browser } = await aRunSite();
  const chosen = { mcpPseudonyms: "on" };
  const saved = await browser.submit(await browser.open(path), { ...defaults, ...chosen });
  for (const name of Object.keys(chosen)) assert.match(saved.body, new RegExp(`name="${name}"\\s+checked`));
  const entry = (await auditOf(site)).find(({ action }) => action === "changeSettings");
  assert.deepEqual(entry?.details, { mcpPseudonyms: true });
});

void test("A value out of bounds or not an integer is reported at its field, and nothing is saved", async () => {
  const { site, browser } = await aRunSite();
  const wrong: [string, Record<string, string>][] = [
    ["accessTokenLifetime", { accessTokenLifetime: "2", accessTokenLifetime_unit: "days" }],
    ["accessTokenLifetime", { accessTokenLifetime: "0" }],
    ["accessTokenLifetime", { accessTokenLifetime: "" }],
    ["accessTokenLifetime", { accessTokenLifetime: "-5" }],
    ["accessTokenLifetime", { accessTokenLifetime: "1.5" }],
    ["accessTokenLifetime", { accessTokenLifetime: "1e3" }],
    ["accessTokenLifetime", { accessTokenLifetime: "١" }],
    ["refreshTokenLifetime", { refreshTokenLifetime: "367" }],
    ["refreshTokenGrace", { refreshTokenGrace: "2", refreshTokenGrace_unit: "minutes" }],
    ["authorizationCodeLifetime", { authorizationCodeLifetime: "11" }],
    [
      "authorizationRequestLifetime",
      { authorizationRequestLifetime: "25", authorizationRequestLifetime_unit: "hours" },
    ],
    ["sessionLifetime", { sessionLifetime: "9999999999999999999" }],
    ["registrationsPerHour", { registrationsPerHour: "0" }],
    ["registrationsPerHour", { registrationsPerHour: "100001" }],
    ["registrationsPerHour", { registrationsPerHour: "many" }],
  ];
  for (const [name, fields] of wrong) {
    const page = await browser.submit(await browser.open(path), { ...defaults, openSignUp: "on", ...fields });
    const what = JSON.stringify(fields);
    assert.equal(page.status, 400, what);
    assert.match(page.body, /<title>Problem: /, what);
    assert.deepEqual(problemsOf(page), [name], what);
    assert.match(page.body, new RegExp(`name="${name}"[^>]*aria-invalid="true"[^>]*aria-describedby="${name}-problem`));
    // The input is kept for correction.
    assert.deepEqual(typedIn(page), { ...defaults, openSignUp: "on", ...fields }, what);
  }
  assert.deepEqual(typedIn(await browser.open(path)), defaults);
  assert.ok((await auditOf(site)).every(({ action }) => action !== "changeSettings"));
});

void test("Several errors, including an empty field, are reported together", async () => {
  const { browser } = await aRunSite();
  const fields = { ...defaults, accessTokenLifetime: "x", refreshTokenGrace: "" };
  const page = await browser.submit(await browser.open(path), fields);
  assert.equal(page.status, 400);
  assert.deepEqual(problemsOf(page), ["accessTokenLifetime", "refreshTokenGrace"]);
});

void test("A forged form changes nothing", async () => {
  const { browser } = await aRunSite();
  const changes = { ...defaults, accessTokenLifetime: "1", csrf: "made-up" };
  assert.equal((await browser.open(path, changes)).address, path);
  assert.deepEqual(typedIn(await browser.open(path)), defaults);
});
