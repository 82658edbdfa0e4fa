import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { aLineProvider, type LineProvider } from "../../support/doubles/line-provider.ts";
import {
  addressIn,
  aSiteOnline,
  connectProvider,
  leave,
  memberIn,
  personAt,
  signInWith,
} from "./support/provider-site.ts";
import { password } from "../../support/world.ts";

async function aSchoolWithLine() {
  const [site, line] = [await aSiteOnline(), await aLineProvider()];
  const fields = { name: "LINE", preset: "line" as const, scopes: ["openid", "profile"], domains: [] };
  return { ...(await connectProvider(site, line, fields)), line };
}

const person = () => ({
  sub: `U${newId().replaceAll("-", "")}`,
  name: "林安娜",
  picture: "https://profile.line-scdn.net/a",
});

/** A member connects LINE at their account. */
async function aConnectedMember() {
  const school = await aSchoolWithLine();
  const member = await school.site.member();
  const browser = await school.site.signedIn(member);
  const claims = person();
  const page = await browser.open("/account/sign-in");
  const leaving = await browser.submit(page, { current: password }, `/account/sign-in/${school.wireId}/connect`);
  const connected = await browser.open(school.line.approve(addressIn(leaving), claims));
  assert.equal(connected.status, 200, connected.body.slice(0, 2000));
  return { ...school, member, claims };
}

void describe("A member who has connected LINE", () => {
  void test("signs in with it, by a token that is signed with the channel secret", async () => {
    const { claims, ...school } = await aConnectedMember();
    const { page, browser } = await signInWith(school, claims);
    assert.equal(page.address, "/learn");
    assert.notEqual(await memberIn(browser), undefined);
    assert.ok(school.line.exchanges.every((form) => form.get("client_secret") === school.line.clientSecret));
  });

  void test("signs in also by a token that is signed with the published key", async () => {
    const { claims, ...school } = await aConnectedMember();
    school.line.signsWithKey = true;
    assert.equal((await signInWith(school, claims)).page.address, "/learn");
  });

  const lies: Record<string, (line: LineProvider) => void> = {
    "with another secret": (line) => (line.signingSecret = "f".repeat(32)),
    "with an empty secret": (line) => (line.signingSecret = "\0"),
    "with the client ID as the secret": (line) => (line.signingSecret = line.clientId),
  };
  for (const [name, lie] of Object.entries(lies)) {
    void test(`is refused with a token that is signed ${name}`, async () => {
      const { claims, ...school } = await aConnectedMember();
      lie(school.line);
      const { page, browser } = await signInWith(school, claims);
      assert.deepEqual([page.status, await memberIn(browser)], [400, undefined]);
    });
  }

  void test("is refused with an unsigned token, and with a key that is not published", async () => {
    for (const signature of ["none", "stranger"] as const) {
      const { claims, ...school } = await aConnectedMember();
      school.line.signsWithKey = true;
      school.line.manners = { ...school.line.manners, signature };
      const { page, browser } = await signInWith(school, claims);
      assert.deepEqual([page.status, await memberIn(browser)], [400, undefined], signature);
    }
  });
});

void test("The address that LINE names opens no account, because LINE does not say that it is verified", async () => {
  const school = await aSchoolWithLine();
  const { email } = await school.site.member({ email: `ana@${school.domain}` });
  await database.run`
    update identity_providers set domains = ${[school.domain]} where site_id = ${school.site.id} and id = ${school.id}`;
  for (const claims of [{ ...person(), email }, person()]) {
    const { page, browser } = await signInWith(school, claims);
    assert.deepEqual([page.status, await memberIn(browser)], [403, undefined]);
    assert.match(page.body, /Connect LINE first/);
  }
});

void test("Only LINE may sign with a shared secret: another provider with the same token is refused", async () => {
  const [site, line] = [await aSiteOnline(), await aLineProvider()];
  const fields = { name: "Other ID" };
  const connected = await connectProvider(site, line, fields);
  const metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
  line.manners = { ...line.manners, metadata: { ...line.manners.metadata, ...metadata } };
  const browser = site.browser();
  const page = await browser.open(line.approve(await leave(browser, connected.path), personAt(connected.domain)));
  assert.deepEqual([page.status, await memberIn(browser)], [400, undefined]);
});
