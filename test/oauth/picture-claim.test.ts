import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { withPicture } from "../support/worlds/profile-form.ts";
import { aSite } from "../support/world.ts";

void test("The picture claim is in UserInfo and the id_token with the scope profile, if a picture exists", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.register();
  const before = await site.connect(client, member, "openid profile");
  assert.ok(!("picture" in decodeJwt(before.id_token!)));
  assert.ok(!("picture" in (await site.userinfo(before.access_token)).json<object>()));

  const { path, browser } = await withPicture(site, member);
  const picture = `${site.origin}${path}`;
  const after = await site.connect(client, member, "openid profile");
  assert.equal(decodeJwt(after.id_token!)["picture"], picture);
  for (const { access_token: token } of [before, after]) {
    assert.equal((await site.userinfo(token)).json<{ picture?: string }>().picture, picture);
  }
  const served = await site.get(new URL(picture).pathname);
  assert.deepEqual([served.statusCode, served.headers["content-type"]], [200, "image/png"]);

  const without = await site.connect(client, member, "openid email");
  assert.ok(!("picture" in decodeJwt(without.id_token!)));
  assert.ok(!("picture" in (await site.userinfo(without.access_token)).json<object>()));

  await browser.submit(await browser.open("/account"), {}, "/account/picture/remove");
  assert.ok(!("picture" in (await site.userinfo(after.access_token)).json<object>()));
});

void test("The Member API returns the picture of the viewer, or null", async () => {
  const site = await aSite();
  const member = await site.member();
  const { access_token: token } = await site.connect(await site.operatorClient(), member, "account:read");
  const read = async () =>
    (await site.graphql("{ viewer { pictureUrl } }", token)).json<{ data: { viewer: { pictureUrl: string | null } } }>()
      .data.viewer.pictureUrl;
  assert.equal(await read(), null);
  const { path } = await withPicture(site, member);
  assert.equal(await read(), `${site.origin}${path}`);
});
