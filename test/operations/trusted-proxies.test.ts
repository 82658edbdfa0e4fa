import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../support/databases/database.ts";
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

void test("Ports and brackets are no part of a forwarded address", async () => {
  const site = await aSite({ registrationsPerHour: 100 });
  const forwarded = {
    "203.0.113.80:4711": "203.0.113.80",
    "[2001:db8:5::7]:4711": "2001:db8:5::7",
    "[2001:db8:5::8]": "2001:db8:5::8",
    "2001:db8:5::9": "2001:db8:5::9",
    "203.0.113.81:4711, 192.0.2.1:80": "203.0.113.81",
    "203.0.113.82, [2001:db8::1]:443": "203.0.113.82",
  };
  for (const [header, address] of Object.entries(forwarded)) {
    assert.equal(await addressOfRegistration(site, "192.0.2.9", header), address, header);
  }
});

void test("An entry that is no address is ignored with those before it, which its client may have written", async () => {
  const site = await aSite({ registrationsPerHour: 100 });
  const headers = [
    "unknown",
    "203.0.113.80, unknown",
    "203.0.113.80, _hidden",
    "203.0.113.80:4711:2",
    "[203.0.113.80]",
    "203.0.113.999",
    `203.0.113.80, ${"x".repeat(4000)}`,
    "' or 1=1",
  ];
  for (const header of headers)
    assert.equal(await addressOfRegistration(site, "192.0.2.9", header), "192.0.2.9", header);
  assert.equal(await addressOfRegistration(site, "192.0.2.9", "203.0.113.80, unknown, 203.0.113.81"), "203.0.113.81");
  const long = `203.0.113.80, ${"192.0.2.1, ".repeat(100)}192.0.2.2`;
  assert.equal(await addressOfRegistration(site, "192.0.2.9", long), "192.0.2.1");
});

void test("A dual-stack socket reports a listed IPv4 proxy as a mapped address", async () => {
  const site = await aSite();
  assert.equal(await addressOfRegistration(site, "::ffff:192.0.2.9", "203.0.113.80"), "203.0.113.80");
  assert.equal(await addressOfRegistration(site, "::ffff:198.51.100.5", "203.0.113.80"), "::ffff:198.51.100.5");
});

void test("The Forwarded header is not read", async () => {
  const site = await aSite();
  const { statusCode } = await app.inject({
    method: "POST",
    url: "/api/oauth/register",
    remoteAddress: "192.0.2.9",
    headers: { host: site.host, forwarded: "for=203.0.113.80;host=other.example.test;proto=http" },
    payload: { client_name: "Reader", redirect_uris: [loopbackRedirect] },
  });
  assert.equal(statusCode, 201);
  const entry = await database.first<{ address: string }>`
    select address from audit_entries where site_id = ${site.id} and action <> 'createSite' order by id desc limit 1`;
  assert.equal(entry?.address, "192.0.2.9");
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
