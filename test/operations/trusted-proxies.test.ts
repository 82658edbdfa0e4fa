import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../support/database.ts";
import { aSite, type ASite, buildProcess, loopbackRedirect } from "../support/world.ts";

const trustedProxies = ["192.0.2.0/24", "2001:db8::1"];
const app = buildProcess({ trustedProxies });

const listed = ["192.0.2.9", "2001:db8::1"];
const unlisted = ["198.51.100.5", "192.0.3.1", "2001:db8::2"];

const discovery = (remoteAddress: string, headers: Record<string, string>) =>
  app.inject({ url: "/.well-known/oauth-authorization-server", remoteAddress, headers });

/** The client address of a registration in the audit log. */
async function addressOfRegistration({ site, host }: ASite, remoteAddress: string, forwardedFor: string) {
  const { statusCode } = await app.inject({
    method: "POST",
    url: "/api/oauth/register",
    remoteAddress,
    headers: { host, "x-forwarded-for": forwardedFor },
    payload: { client_name: "Reader", redirect_uris: [loopbackRedirect] },
  });
  assert.equal(statusCode, 201);
  const entry = await database.first<{ address: string }>`
    select address from audit_entries where site_id = ${site.id} and action <> 'createSite' order by id desc limit 1`;
  return entry?.address;
}

for (const address of listed) {
  void test(`A listed proxy (${address}) defines host, protocol and client address`, async () => {
    const site = await aSite();
    const headers = { host: "10.1.2.3:8080", "x-forwarded-host": site.host, "x-forwarded-proto": "https" };
    const response = await discovery(address, headers);
    assert.equal(response.json<{ issuer: string }>().issuer, site.origin);
    assert.equal(await addressOfRegistration(site, address, "203.0.113.80"), "203.0.113.80");
  });
}

for (const address of unlisted) {
  void test(`Forwarded headers of ${address}, which is not listed, are ignored`, async () => {
    const [site, other] = [await aSite(), await aSite()];
    const headers = { host: site.host, "x-forwarded-host": other.host, "x-forwarded-proto": "https" };
    const response = await discovery(address, headers);
    assert.equal(response.json<{ issuer: string }>().issuer, site.origin);
    assert.equal(await addressOfRegistration(site, address, "203.0.113.80"), address);
  });
}

void test("Only the listed proxies of a chain are trusted: a visitor's own entries are ignored", async () => {
  const site = await aSite();
  const chain = "203.0.113.80, 198.51.100.5, 192.0.2.1";
  assert.equal(await addressOfRegistration(site, "192.0.2.9", chain), "198.51.100.5");
});

void test("A listed proxy that forwards nothing is itself the visitor", async () => {
  const site = await aSite();
  const response = await discovery("192.0.2.9", { host: site.host });
  assert.equal(response.json<{ issuer: string }>().issuer, site.origin);
});

void test("HSTS follows the site's origin, regardless of the proxy's protocol", async () => {
  const [site, local] = [await aSite(), await aSite({}, `http://${newId()}.localhost`)];
  for (const address of [...listed, ...unlisted]) {
    for (const proto of ["http", "https"]) {
      const hsts = async (host: string) =>
        (await discovery(address, { host, "x-forwarded-proto": proto })).headers["strict-transport-security"];
      assert.equal(await hsts(site.host), "max-age=63072000");
      assert.equal(await hsts(local.host), undefined);
    }
  }
});
