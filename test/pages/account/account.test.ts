import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { aSite, password } from "../../support/world.ts";

const actionsIn = ({ body }: Page, kind: "applications" | "sessions"): string[] =>
  [...body.matchAll(/action="(\/account\/(\w+)\/\w{3}_\w+\/revoke)"/g)]
    .filter(([, , found]) => found === kind)
    .map(([, action]) => action!);

async function connected(scope = "openid email") {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima" });
  const client = await site.register({ client_name: "Reader" });
  const tokens = await site.connect(client, member, scope);
  const browser = await site.signedIn(member);
  return { site, member, client, tokens, browser };
}

const csrfOf = async (browser: TestBrowser) =>
  /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;

void test("A visitor who is not signed in must sign in, and returns to the page", async () => {
  const site = await aSite();
  const member = await site.member();
  const browser = site.browser();
  const signIn = await browser.open("/account");
  assert.equal(signIn.address, "/sign-in?return_to=/account");
  assert.equal((await browser.submit(signIn, { email: member.email, password })).address, "/account");
});

void test("The page shows the member's profile, connected applications and sessions", async () => {
  const { member, browser } = await connected();
  const page = await browser.open("/account");
  for (const text of ["Ana Lima", member.email, "Reader", "See your email address", "203.0.113.7"]) {
    assert.ok(page.body.includes(text), text);
  }
  assert.equal(actionsIn(page, "applications").length, 1);
  assert.equal(actionsIn(page, "sessions").length, 1, "the current session has no button");
});

void test("Withdrawing an application revokes its tokens immediately and confirms it", async () => {
  const { site, member, client, tokens, browser } = await connected();
  const [action] = actionsIn(await browser.open("/account"), "applications");
  const after = await browser.submit(await browser.open("/account"), {}, action);
  assert.equal(after.address, "/account?done=application_revoked");
  assert.ok(after.body.includes("The app can no longer use your account."));
  assert.deepEqual(actionsIn(after, "applications"), []);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
  const entry = (await auditOf(site)).at(-1)!;
  assert.deepEqual([entry.action, entry.actorKind, entry.memberId], ["disconnectApplication", "person", member.id]);
  assert.match(action!, new RegExp(entry.resourceId!));
});

void test("Withdrawing one application does not affect other applications or members", async () => {
  const { site, member, client, tokens, browser } = await connected();
  const other = await site.connect(await site.register(), member, "openid");
  const neighbour = await site.connect(client, await site.member(), "openid");
  const page = await browser.open("/account");
  await browser.submit(page, {}, actionsIn(page, "applications")[1]);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.userinfo(other.access_token)).statusCode, 200);
  assert.equal((await site.userinfo(neighbour.access_token)).statusCode, 200);
});

void test("Another browser can be signed out, which is recorded in the audit log", async () => {
  const { site, member, browser } = await connected();
  const lost = await site.signedIn(member);
  const page = await browser.open("/account");
  for (const action of actionsIn(page, "sessions")) {
    assert.equal((await browser.submit(page, {}, action)).address, "/account?done=session_ended");
  }
  assert.match((await lost.open("/account")).address, /^\/sign-in/);
  assert.equal((await browser.open("/account")).address, "/account");
  const entry = (await auditOf(site)).at(-1)!;
  assert.deepEqual([entry.action, entry.resourceType, entry.memberId], ["revokeOwnSession", "session", member.id]);
});

void test("All other sessions can be signed out together, which is recorded with their number", async () => {
  const { site, member, browser } = await connected();
  const others = await Promise.all([site.signedIn(member), site.signedIn(member)]);
  const neighbour = await site.signedIn(await site.member());
  const after = await browser.submit(await browser.open("/account"), {}, "/account/sessions/revoke-others");
  assert.equal(after.address, "/account?done=others_signed_out");
  for (const other of others) assert.match((await other.open("/account")).address, /^\/sign-in/);
  assert.equal((await browser.open("/account")).address, "/account");
  assert.equal((await neighbour.open("/account")).address, "/account");
  const entry = (await auditOf(site)).at(-1)!;
  assert.deepEqual([entry.action, entry.details], ["revokeOtherSessions", { revoked: 3 }]);
});

void test("Another member's session or application is 404 and stays", async () => {
  const { site, tokens, browser } = await connected();
  const page = await browser.open("/account");
  const foreign = [...actionsIn(page, "applications"), ...actionsIn(page, "sessions")];
  const attacker = await site.signedIn(await site.member());
  const csrf = await csrfOf(attacker);
  for (const action of foreign) assert.equal((await attacker.open(action, { csrf })).status, 404, action);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
  assert.equal((await browser.open("/account")).address, "/account");
});

void test("Invalid ids and ids of another kind are reported on a page", async () => {
  const { browser } = await connected();
  const csrf = await csrfOf(browser);
  for (const id of ["x", "ses_00000000000000000000000000", "gra_", "%00"]) {
    const page = await browser.open(`/account/applications/${id}/revoke`, { csrf });
    assert.ok(page.status === 400 || page.status === 404, `${id}: ${page.status}`);
    assert.match(String(page.response.headers["content-type"]), /^text\/html/);
  }
});

void test("A forged form changes nothing", async () => {
  const { site, tokens, browser } = await connected();
  const other = await site.signedIn(await site.member());
  const page = await browser.open("/account");
  const actions = [
    ...actionsIn(page, "applications"),
    ...actionsIn(page, "sessions"),
    "/account/sessions/revoke-others",
  ];
  for (const action of actions) {
    for (const csrf of ["", "made-up", await csrfOf(other)]) await browser.open(action, { csrf });
    await site.browser().open(action, { csrf: await csrfOf(browser) });
  }
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
  const recorded = (await auditOf(site)).map(({ action }) => action);
  assert.deepEqual(recorded, ["registerClient", "allowClient"]);
});

void test("Only known notices are shown", async () => {
  const { browser } = await connected();
  const page = await browser.open("/account?done=<script>alert(1)</script>");
  assert.equal(page.status, 200);
  assert.equal(page.body.includes("<script>"), false);
  assert.equal(page.body.includes('role="status"'), false);
});
