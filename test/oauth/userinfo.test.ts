import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";

const userinfo = "/api/oauth/userinfo";

void test("UserInfo returns the member as uncached JSON for GET and POST", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima", roles: ["student", "owner"] });
  const { access_token } = await site.connect(await site.register(), member, "openid profile email");
  const expected = {
    sub: member.sub,
    email: member.email,
    email_verified: true,
    name: "Ana Lima",
    roles: ["owner", "student"],
  };
  for (const method of ["GET", "POST"] as const) {
    const response = await site.request(method, userinfo, { bearer: access_token });
    assert.equal(response.statusCode, 200);
    assert.match(String(response.headers["content-type"]), /^application\/json/);
    assert.equal(response.headers["cache-control"], "no-store");
    const { org_id, ...claims } = response.json<{ org_id: string }>();
    assert.deepEqual(claims, expected);
    assert.match(org_id, /^sit_/);
  }
});

void test("A POST with a form is authenticated by its header, not by its body", async () => {
  const site = await aSite();
  const { access_token } = await site.connect(await site.register(), await site.member(), "openid");
  assert.equal((await site.postForm(userinfo, { access_token })).statusCode, 401);
  assert.equal((await site.postForm(userinfo, {}, { bearer: access_token })).statusCode, 200);
});

void test("A POST with the empty JSON that programs send by default is accepted", async () => {
  const site = await aSite();
  const { access_token } = await site.connect(await site.register(), await site.member(), "openid");
  assert.equal((await site.post(userinfo, {}, { bearer: access_token })).statusCode, 200);
});

void test("A missing name or picture is omitted rather than null", async () => {
  const site = await aSite();
  const member = await site.member({ name: null });
  const { access_token } = await site.connect(await site.register(), member, "openid profile");
  const claims = (await site.userinfo(access_token)).json<object>();
  assert.deepEqual(Object.keys(claims).sort(), ["org_id", "roles", "sub"]);
});

void test("Without openid it is 403 insufficient_scope, naming the granted and the required scopes", async () => {
  const site = await aSite();
  const { access_token } = await site.connect(await site.register(), await site.member(), "email profile");
  const response = await site.userinfo(access_token);
  assert.equal(response.statusCode, 403);
  assert.equal(response.json<{ error: string }>().error, "insufficient_scope");
  const challenge = String(response.headers["www-authenticate"]);
  assert.match(challenge, /error="insufficient_scope"/);
  assert.deepEqual(new Set(/scope="([^"]*)"/.exec(challenge)![1]!.split(" ")), new Set(["openid", "profile", "email"]));
});

void test("sub identifies the member at this site: equal for every client, different at another site", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const member = await site.member();
  const subjects = await Promise.all(
    [await site.register(), await site.operatorClient()].map(async (client) => {
      const { access_token } = await site.connect(client, member, "openid");
      return (await site.userinfo(access_token)).json<{ sub: string }>().sub;
    }),
  );
  assert.deepEqual(subjects, [member.sub, member.sub]);
  assert.match(member.sub, /^mbr_[0-9a-z]{26}$/);
  assert.notEqual((await elsewhere.member()).sub, member.sub);
});
