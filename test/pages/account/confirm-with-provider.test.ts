import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { database } from "../../support/databases/database.ts";
import { setUpApp } from "../../support/second-factors.ts";
import type { ASite } from "../../support/world.ts";
import { setRoles } from "../../support/worlds/records.ts";
import { logOut, logoutClaims, seconds } from "../sign-in/support/provider-logouts.ts";
import {
  aConnectedSite,
  addressIn,
  aSiteOnline,
  type Connected,
  connectProvider,
  memberIn,
  personAt,
  signInWith,
} from "../sign-in/support/provider-site.ts";
import { anOpenIdProvider } from "../../support/doubles/openid-provider.ts";

const hour = 3600;
const target = "/account/security/app";

/** A person with a session at the provider of an hour ago. */
async function aPersonOfAnHourAgo(connected?: Connected) {
  const at = connected ?? (await aConnectedSite());
  const claims = personAt(at.domain, { auth_time: seconds() - hour });
  const { browser } = await signInWith(at, claims);
  return { ...at, claims, browser };
}

/** Chooses the provider on the page that asks. Returns the address at the provider. */
async function leaveToConfirm(browser: TestBrowser, wireId: string, from = target): Promise<string> {
  const asked = await browser.open(from);
  assert.match(asked.address, /^\/account\/confirm\?/);
  assert.match(asked.body, /Confirm with Harbour ID/);
  return addressIn(await browser.submit(asked, { provider: wireId }));
}

async function memberOf({ id }: ASite, email: string): Promise<{ id: string }> {
  const [member] = await database.many<{ id: string }>`
    select id from members where site_id = ${id} and email = ${email}`;
  return member!;
}

void describe("A person who signs in with a provider confirms their identity", () => {
  void test("by a new sign-in there, and comes to the page that they wanted", async () => {
    const { browser, provider, wireId, claims } = await aPersonOfAnHourAgo();
    const address = await leaveToConfirm(browser, wireId);
    const query = new URL(address).searchParams;
    assert.deepEqual([query.get("max_age"), query.get("prompt")], ["0", "login"]);
    const page = await browser.open(provider.approve(address, { ...claims, auth_time: seconds() }));
    assert.deepEqual([page.status, page.address], [200, target], page.body.slice(0, 2000));
  });

  void test("but not by the session that the browser has there, and gets a way to try again", async () => {
    const { browser, provider, wireId, claims } = await aPersonOfAnHourAgo();
    const address = await leaveToConfirm(browser, wireId);
    const refused = await browser.open(provider.approve(address, claims));
    assert.equal(refused.status, 400);
    assert.match(refused.body, /Sign out at .*Harbour ID.*, then try again/);
    assert.match(refused.body, /href="\/account\/confirm\?return_to=%2Faccount%2Fsecurity%2Fapp">Confirm again</);
    assert.match((await browser.open(target)).address, /^\/account\/confirm\?/);
  });

  void test("but not at a provider that does not say when", async () => {
    const { browser, provider, wireId, claims } = await aPersonOfAnHourAgo();
    const address = await leaveToConfirm(browser, wireId);
    const { auth_time: _, ...undated } = claims as Record<string, unknown>;
    assert.equal((await browser.open(provider.approve(address, undated))).status, 400);
    assert.match((await browser.open(target)).address, /^\/account\/confirm\?/);
  });

  void test("but not as someone else", async () => {
    const connected = await aConnectedSite();
    const { browser, provider, wireId, domain } = await aPersonOfAnHourAgo(connected);
    const other = personAt(domain, { email: `bo@${domain}`, auth_time: seconds() });
    await signInWith(connected, other);
    for (const claims of [other, personAt(domain, { email: `new@${domain}`, auth_time: seconds() })]) {
      const refused = await browser.open(provider.approve(await leaveToConfirm(browser, wireId), claims));
      assert.equal(refused.status, 400);
      assert.match(refused.body, /is not connected to yours here/);
    }
    assert.match((await browser.open(target)).address, /^\/account\/confirm\?/);
  });

  void test("but not in another session of the browser", async () => {
    const connected = await aConnectedSite();
    const { browser, provider, wireId, claims, domain } = await aPersonOfAnHourAgo(connected);
    const address = await leaveToConfirm(browser, wireId);
    const other = personAt(domain, { email: `bo@${domain}`, auth_time: seconds() - hour });
    await browser.submit(await browser.open("/sign-out"), {}, "/sign-out");
    await signInWith(connected, other, browser);
    assert.equal((await browser.open(provider.approve(address, { ...claims, auth_time: seconds() }))).status, 400);
    assert.match((await browser.open(target)).address, /^\/account\/confirm\?/);
  });

  void test("and gets back the form that they sent, which works", async () => {
    const { site, browser, provider, wireId, claims } = await aPersonOfAnHourAgo();
    await setRoles(site, await memberOf(site, claims.email), ["owner"]);
    const path = "/admin/members/new";
    const invited = { email: "mia@harbour.example", name: "Mia Sand", "roles.manager": "on" };
    const asked = await browser.submit(await browser.open(path), invited, path);
    assert.equal(asked.status, 403, asked.body.slice(0, 2000));
    const address = addressIn(await browser.submit(asked, { provider: wireId }));
    const restored = await browser.open(provider.approve(address, { ...claims, auth_time: seconds() }));
    assert.match(restored.body, /Mia Sand/);
    const done = await browser.submit(restored, invited, path);
    assert.match(done.address, /^\/admin\/members\/mbr_/);
  });

  void test("after which a logout of the new session there ends theirs", async () => {
    const connected = await aConnectedSite();
    const claims = personAt(connected.domain, { auth_time: seconds() - hour, sid: "session-1" });
    const { browser } = await signInWith(connected, claims);
    const address = await leaveToConfirm(browser, connected.wireId);
    await browser.open(connected.provider.approve(address, { ...claims, auth_time: seconds(), sid: "session-2" }));
    assert.notEqual(await memberIn(browser), undefined);
    const token = await connected.provider.sign(logoutClaims(connected, { sid: "session-2" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.equal(await memberIn(browser), undefined);
  });

  void test("with a provider that they have connected only", async () => {
    const connected = await aConnectedSite();
    const other = await connectProvider(connected.site, await anOpenIdProvider(), { name: "Other ID", domains: [] });
    const { browser } = await aPersonOfAnHourAgo(connected);
    const asked = await browser.open(target);
    assert.doesNotMatch(asked.body, /Other ID/);
    assert.equal((await browser.submit(asked, { provider: other.wireId })).status, 404);
  });

  void test("before they set up the second factor that their role requires", async () => {
    const connected = await connectProvider(
      await aSiteOnline({ secondFactorRequired: ["manager"] }),
      await anOpenIdProvider(),
    );
    const { site, provider, wireId } = connected;
    const { claims } = await aPersonOfAnHourAgo(connected);
    await setRoles(site, await memberOf(site, claims.email), ["manager"]);
    const { browser, page } = await signInWith(connected, claims);
    assert.match(page.address, /^\/account\/confirm\?/);
    const address = addressIn(await browser.submit(page, { provider: wireId }));
    const setup = await browser.open(provider.approve(address, { ...claims, auth_time: seconds() }));
    assert.deepEqual([setup.status, setup.address.split("?")[0]], [200, "/account/security/setup"]);
  });
});

void test("A person with a second factor confirms with it, not with a provider", async () => {
  const connected = await aConnectedSite();
  const { site, provider, wireId, domain } = connected;
  const member = await site.member({ email: `ana@${domain}` });
  const claims = personAt(domain, { auth_time: seconds() });
  await signInWith(connected, claims);
  const { browser } = await setUpApp(site, member);
  const page = await browser.open("/account/confirm");
  assert.doesNotMatch(page.body, /Confirm with Harbour ID/);
  // A form from before the factor was set up.
  const left = await browser.submit(page, { provider: wireId });
  assert.equal(left.status, 404);
  assert.equal(provider.exchanges.length, 1);
});

void test("Staff who see the school as a student do not confirm with the identity of the student", async () => {
  const connected = await aConnectedSite();
  const { site, provider, wireId, domain } = connected;
  const owner = personAt(domain, { auth_time: seconds() - 60 });
  const { browser } = await signInWith(connected, owner);
  const { id } = await memberOf(site, owner.email);
  await setRoles(site, { id }, ["owner"]);
  const student = personAt(domain, { email: `bo@${domain}`, auth_time: seconds() });
  await signInWith(connected, student);
  const sub = formatId("member", (await memberOf(site, student.email)).id);
  const address = addressIn(await browser.submit(await browser.open("/account/confirm"), { provider: wireId }));
  await browser.submit(await browser.open(`/admin/members/${sub}`), {}, `/admin/members/${sub}/view`);
  assert.equal((await browser.open(provider.approve(address, student))).status, 403);
  const [session] = await database.many<{ age: number }>`
    select extract(epoch from now() - authenticated_at)::float8 as age from sessions
     where site_id = ${site.id} and member_id = ${id}`;
  assert.ok(session!.age > 50, String(session!.age));
});
