import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "#access/roles.ts";
import { auditOf, setRoles } from "../../support/worlds/records.ts";
import { aSite, password } from "../../support/world.ts";

const betaFeatures = "/admin/settings/beta-features";
const runsTheSite = new Set(["owner", "manager"]);

void test("The admin area is for owners and managers only, until they lose the role", async () => {
  const site = await aSite();
  for (const role of roles) {
    const member = await site.member({ roles: [role] });
    const browser = await site.signedIn(member);
    const form = await browser.open("/account");
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.body)![1]!;
    const expected = runsTheSite.has(role) ? 200 : 403;
    // Teachers are led to what they may do.
    assert.equal((await browser.open("/admin")).status, role === "student" ? 403 : 200, `${role} at /admin`);
    assert.equal((await browser.open(betaFeatures)).status, expected, `${role} at ${betaFeatures}`);
    assert.equal((await browser.open(betaFeatures, { csrf })).status, expected, `${role} posts`);
    await setRoles(site, member, ["student"]);
    assert.equal((await browser.open("/admin")).status, 403, `${role} removed`);
    assert.equal((await browser.open(betaFeatures, { csrf })).status, 403, `${role} removed, posts`);
  }
});

void test("A visitor who is not signed in must sign in, and returns to the requested page", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  for (const url of ["/admin", betaFeatures, `${betaFeatures}?done=saved&page=2`]) {
    const browser = site.browser();
    const signIn = await browser.open(url);
    assert.match(signIn.address, /^\/sign-in\?return_to=\/admin/);
    assert.equal((await browser.submit(signIn, { email: owner.email, password })).address, url);
  }
});

void test("A form sent after the session has ended leads to the start of the area", async () => {
  const site = await aSite();
  const answer = await site.browser().request("POST", betaFeatures, {});
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/sign-in?return_to=/admin"]);
});

void test("The account page of staff links to the admin area, and that of students does not", async () => {
  const site = await aSite();
  for (const role of roles) {
    const browser = await site.signedIn(await site.member({ roles: [role] }));
    assert.equal((await browser.open("/account")).body.includes('href="/admin"'), role !== "student", role);
  }
});

void test("Signing in redirects only to pages of the site", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const foreign = ["//evil.test", "/admin.evil.test", "/adminx", "https://evil.test/admin", "/\\evil", "/admin\\..//e"];
  for (const url of [...foreign, "/admin/..//evil.test", "/admin/%2e%2e//evil.test", "/admin\n"]) {
    const browser = site.browser();
    const signIn = await browser.open(`/sign-in?return_to=${encodeURIComponent(url)}`);
    assert.equal((await browser.submit(signIn, { email: owner.email, password })).address, "/admin", url);
  }
});

void test("A beta feature is enabled and disabled, effective on the next page, and recorded in the audit log", async () => {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const browser = await site.signedIn(owner);
  const before = await browser.open(betaFeatures);
  assert.doesNotMatch(before.body, /checked|\/admin\/developers\/applications/);
  const on = await browser.submit(before, { mcp_connections: "on" });
  assert.equal(on.address, `${betaFeatures}?done=saved`);
  assert.match(on.body, /Your changes have been saved\./);
  assert.match(on.body, /checked/);
  assert.match(on.body, /href="\/admin\/developers\/applications"/);
  const off = await browser.submit(on, {});
  assert.doesNotMatch(off.body, /checked|\/admin\/developers\/applications/);

  const entries = (await auditOf(site)).filter(({ action }) => action === "changeSettings");
  assert.deepEqual(
    entries.map(({ details, memberId }) => [details, memberId]),
    [
      [{ betaFeatures: ["mcp_connections"] }, owner.id],
      [{ betaFeatures: [] }, owner.id],
    ],
  );
});

void test("A forged form changes nothing", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  for (const csrf of ["", "made-up"]) {
    assert.equal((await browser.open(betaFeatures, { csrf, mcp_connections: "on" })).address, betaFeatures);
  }
  assert.doesNotMatch((await browser.open(betaFeatures)).body, /checked/);
});
