import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { openMailbox } from "#domain/messages/mail/mailbox.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { now, requestTime } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { aSite, buildProcess, mailKey, postbox, siteAt } from "../support/world.ts";

const mailbox = openMailbox(database, mailKey, requestTime);
const options = { mail: postbox, mailbox, trustedProxies: ["192.0.2.0/24"] };
const development = buildProcess({ ...options, environment: "development" });
const testing = buildProcess({ ...options, environment: "test" });
const production = buildProcess({ ...options, environment: "production" });

const aLoopbackSite = async () => (await aSite({}, `http://${newId()}.localhost`)).site;
const paths = ["/", "/sign-in", "/dev/mail", "/.well-known/openid-configuration", "/api/v1/courses", "/mcp", "/admin"];

void describe("An https site outside production", () => {
  for (const [environment, process] of Object.entries({ development, test: testing })) {
    void test(`is not served in ${environment}: every address names the required setting`, async () => {
      const site = siteAt((await aSite()).site, process);
      for (const path of paths) {
        const response = await site.get(path);
        assert.equal(response.statusCode, 503, path);
        const { error, error_description } = response.json<{ error: string; error_description: string }>();
        assert.equal(error, "site_not_served");
        assert.match(error_description, new RegExp(`LECTERN_ENV is ${environment}.*LECTERN_ENV=production`));
        assert.equal(response.headers["cache-control"], "no-store");
        assert.equal(response.headers["set-cookie"], undefined);
      }
    });

    void test(`leaves loopback sites served in ${environment}`, async () => {
      const site = siteAt(await aLoopbackSite(), process);
      assert.equal((await site.get("/sign-in")).statusCode, 200);
    });
  }

  void test("keeps its email in the queue: the development mailbox does not show it", async () => {
    const { site } = await aSite();
    const mail = {
      siteId: site.id,
      messageId: "<1@example.test>",
      from: { name: "School", address: "no-reply@example.test" },
      to: "ana@example.test",
      subject: "Choose a new password",
      text: "A link",
      html: "<p>A link</p>",
      expiresAt: new Date("2100-01-01"),
    };
    await assert.rejects(mailbox.deliver(mail, new AbortController().signal), /mail of loopback sites/);
    assert.deepEqual(await mailbox.list({ db: database, site }), []);
  });
});

/** The status of the mailbox of a loopback site. */
const open = async (
  remoteAddress: string,
  headers: Record<string, string> = {},
  process = development,
  url = "/dev/mail",
) => {
  const { host } = await aLoopbackSite();
  const all = { host, accept: "text/html", ...headers };
  return (await process.inject({ url, remoteAddress, headers: all })).statusCode;
};

void describe("The development mailbox", () => {
  for (const address of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) {
    void test(`is open to this machine (${address})`, async () => {
      assert.equal(await open(address), 200);
    });
  }

  for (const address of ["203.0.113.9", "10.0.0.5", "::ffff:10.0.0.5", "2001:db8::7", "fe80::1"]) {
    void test(`does not exist for ${address}, regardless of the Host header and forwarded headers`, async () => {
      assert.equal(await open(address), 404);
      assert.equal(await open(address, { "x-forwarded-for": "127.0.0.1" }), 404);
      assert.equal(await open(address, { forwarded: "for=127.0.0.1" }), 404);
    });
  }

  void test("does not exist behind an untrusted proxy on this machine", async () => {
    for (const header of ["x-forwarded-for", "x-real-ip", "forwarded", "via", "x-forwarded-host"]) {
      assert.equal(await open("127.0.0.1", { [header]: "203.0.113.9" }), 404, header);
    }
  });

  void test("uses the visitor address of a trusted proxy", async () => {
    assert.equal(await open("192.0.2.7", { "x-forwarded-for": "203.0.113.9" }), 404);
    assert.equal(await open("192.0.2.7", { "x-forwarded-for": "127.0.0.1, 203.0.113.9" }), 404);
    assert.equal(await open("192.0.2.7"), 404);
    assert.equal(await open("192.0.2.7", { "x-forwarded-for": "127.0.0.1" }), 200);
  });

  void test("does not exist in production and test", async () => {
    assert.equal(await open("127.0.0.1", {}, production), 404);
    assert.equal(await open("127.0.0.1", {}, testing), 404);
  });
});

void test("The samples of styles are open to this machine in development only", async () => {
  for (const path of ["/dev/styles", "/dev/styles.css"]) {
    assert.equal(await open("127.0.0.1", {}, development, path), 200, path);
    assert.equal(await open("203.0.113.9", {}, development, path), 404, path);
    assert.equal(await open("127.0.0.1", {}, production, path), 404, path);
  }
});

void test("A demo site is served in development and refused in production", async () => {
  const content = { origin: `http://${newId()}.localhost`, name: "Demo", isDemo: true };
  const site = await createSite(database, content, now());
  assert.equal((await siteAt(site, development).get("/sign-in")).statusCode, 200);
  const refused = await siteAt(site, production).get("/sign-in");
  assert.equal(refused.statusCode, 503);
  assert.match(
    refused.json<{ error_description: string }>().error_description,
    /demo site, which LECTERN_ENV=production does not serve/,
  );
});

void test("A visitor who is gone before the site is found does not stop the server", async () => {
  const site = siteAt(await aLoopbackSite(), development);
  await development.ready();
  const server = createServer((request, response) => {
    // Its address is unknown from here.
    request.socket.destroy();
    development.routing(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write(`GET /sign-in HTTP/1.1\r\nHost: ${site.site.host}\r\n\r\n`);
  await once(client, "close");
  assert.equal((await site.get("/sign-in")).statusCode, 200);
  await new Promise((resolve) => server.close(resolve));
});
