import assert from "node:assert/strict";
import { test } from "node:test";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { type ASite, aSite } from "../support/world.ts";

interface Seen {
  jwksUri: boolean;
  algorithms: boolean;
  keys: number;
  idToken: boolean;
}

async function see(site: ASite): Promise<Seen> {
  const openid = (await site.get("/.well-known/openid-configuration")).json<object>();
  const metadata = (await site.get("/.well-known/oauth-authorization-server")).json<object>();
  assert.equal("jwks_uri" in openid, "jwks_uri" in metadata);
  const tokens = await site.connect(await site.register(), await site.member(), "openid");
  return {
    jwksUri: "jwks_uri" in openid,
    algorithms: "id_token_signing_alg_values_supported" in openid,
    keys: (await site.get("/api/oauth/jwks")).json<{ keys: unknown[] }>().keys.length,
    idToken: "id_token" in tokens,
  };
}

const states: [SiteSettings["signing"], string, Seen][] = [
  [
    "off",
    "names neither, publishes no key and signs nothing",
    { jwksUri: false, algorithms: false, keys: 0, idToken: false },
  ],
  [
    "published",
    "publishes the key set and signs nothing yet",
    { jwksUri: true, algorithms: false, keys: 1, idToken: false },
  ],
  ["on", "names both and signs", { jwksUri: true, algorithms: true, keys: 1, idToken: true }],
];

for (const [signing, what, expected] of states) {
  void test(`A site with signing ${signing} ${what}`, async () => {
    assert.deepEqual(await see(await aSite({ signing })), expected);
  });
}

void test("Signing is on at a new site", async () => {
  assert.equal((await see(await aSite())).idToken, true);
});

void test("A site goes from off over published to on, and signs with the key it had published", async () => {
  const site = await aSite({ signing: "off" });
  assert.deepEqual(await see(site), states[0]![2]);
  await site.set({ signing: "published" });
  assert.deepEqual(await see(site), states[1]![2]);
  const published = (await site.get("/api/oauth/jwks")).json<{ keys: { kid: string }[] }>();
  await site.set({ signing: "on" });
  assert.deepEqual(await see(site), states[2]![2]);
  const signing = (await site.get("/api/oauth/jwks")).json<{ keys: { kid: string }[] }>();
  assert.deepEqual(signing, published);
});

void test("UserInfo responds in all three states", async () => {
  for (const [signing] of states) {
    const site = await aSite({ signing });
    const { access_token } = await site.connect(await site.register(), await site.member(), "openid");
    assert.equal((await site.userinfo(access_token)).statusCode, 200);
  }
});
