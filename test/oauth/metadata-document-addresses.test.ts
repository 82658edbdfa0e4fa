import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { anApplication, type Application, dialled, internet, port, sendJson } from "../support/doubles/document-web.ts";
import { TestBrowser } from "../support/browser-session.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";
import { aSiteOnline, assertAccepted, assertRefusedOnPage, clientOf } from "./support/document-client.ts";

const open = { openClientMetadataDocuments: true };
const noAddress = /its host has no public IP address/;

/** Asserts a rejection before any connection to these addresses. */
async function assertNotAsked(application: Application, addresses: readonly string[]): Promise<void> {
  await assertRefusedOnPage(await aSiteOnline(), clientOf(application), noAddress);
  assert.equal(application.requests.length, 0);
  for (const address of addresses) assert.equal(dialled.includes(address), false, address);
}

void describe("The host of a document", () => {
  void test("is requested at its public address, by its own name, without data of the visitor", async () => {
    const application = anApplication();
    await assertAccepted(await aSiteOnline(), clientOf(application));
    assert.ok(dialled.includes(application.address));
    const [request, ...more] = application.requests;
    assert.deepEqual(more, []);
    assert.deepEqual(request!.headers, {
      host: application.host,
      accept: "application/json, application/*+json",
      "accept-encoding": "identity",
      "user-agent": "Lectern",
      connection: "close",
    });
    assert.equal((request!.socket as unknown as { servername: string }).servername, application.host.split(":")[0]);
  });

  void test("is requested at an IPv6 address if it has no other", async () => {
    const application = anApplication();
    application.resolve = (family) => (family === 6 ? ["2a00:1450:4001:77::200e"] : []);
    await assertAccepted(await aSiteOnline(), clientOf(application));
    assert.ok(dialled.includes("2a00:1450:4001:77::200e"));
  });

  const forbidden = [
    ["10.77.0.1"],
    ["127.0.0.77"],
    ["169.254.169.254"],
    ["100.64.77.1"],
    ["192.0.2.77"],
    ["fd00:ec2::254"],
    ["::ffff:10.77.0.2"],
    ["64:ff9b::a4d:3"],
    ["2002:a4d:4::1"],
    ["20.1.77.1", "10.77.0.5"],
    ["10.77.0.6", "20.1.77.2"],
    ["20.1.77.3", "::1"],
    ["2a00:1450:4001:77::1", "192.168.77.1"],
  ];
  for (const addresses of forbidden) {
    void test(`is not requested if its addresses are ${addresses.join(" and ")}`, async () => {
      const application = anApplication();
      application.resolve = (family) => addresses.filter((address) => address.includes(":") === (family === 6));
      await assertNotAsked(application, addresses);
    });
  }

  void test("with a forbidden address is indistinguishable from one that does not exist", async () => {
    const application = anApplication();
    application.resolve = () => [];
    await assertNotAsked(application, []);
  });

  void test("is resolved once: a later DNS answer has no effect", async () => {
    const application = anApplication();
    const questions: string[] = [];
    application.resolve = (family, requested) => {
      questions.push(`IPv${family}`);
      if (family === 6) return [];
      return requested === 1 ? [application.address] : ["10.78.0.1"];
    };
    await assertAccepted(await aSiteOnline(), clientOf(application));
    assert.deepEqual([...questions].sort(), ["IPv4", "IPv6"]);
    assert.ok(dialled.includes(application.address));
    assert.equal(dialled.includes("10.78.0.1"), false);
  });

  void test("is not requested if the first DNS answer is forbidden, regardless of the next", async () => {
    const application = anApplication();
    application.resolve = (family, requested) => {
      if (family === 6) return [];
      return requested === 1 ? ["10.78.0.2"] : [application.address];
    };
    await assertNotAsked(application, [application.address, "10.78.0.2"]);
  });

  for (const host of ["127.0.0.1", "10.79.0.1", "169.254.169.254", "[::1]", "[::ffff:a4f:1]", "[64:ff9b::7f00:1]"]) {
    void test(`is not requested if it is the address ${host}`, async () => {
      const client = { clientId: `https://${host}:${port}/client.json`, redirectUri: "http://127.0.0.1/cb" };
      await assertRefusedOnPage(await aSiteOnline(), client, noAddress);
    });
  }

  void test("is not this machine by its loopback host name", async () => {
    const client = { clientId: `https://localhost:${port}/client.json`, redirectUri: "http://127.0.0.1/cb" };
    await assertRefusedOnPage(await aSiteOnline(), client, noAddress);
  });

  void test("is verified by a trusted certificate for its name", async () => {
    const stranger = anApplication({}, "/client.json", "two.labels");
    await assertRefusedOnPage(await aSiteOnline(), clientOf(stranger), /could not be reached over https/);
    const trusting = buildProcess({ clientMetadata: { ...internet, ca: undefined } });
    const unknown = anApplication();
    await assertRefusedOnPage(await aSiteOnline(open, trusting), clientOf(unknown), /could not be reached over https/);
    assert.deepEqual([stranger.requests.length, unknown.requests.length], [0, 0]);
  });
});

void describe("In development", () => {
  const clientMetadata = { ...internet, allowLoopback: true, route: undefined };
  const developing = buildProcess({ environment: "development", clientMetadata });
  const site = async () => siteAt((await aSite(open, `http://${newId()}.localhost`)).site, developing);

  void test("no document of this machine is fetched for a remote visitor", async () => {
    const application = anApplication({}, "/client.json", "127.0.0.1");
    const { site: served } = await site();
    const remote = new TestBrowser(developing, served.origin, {}, "192.0.2.44");
    await assertRefusedOnPage(siteAt(served, developing), clientOf(application), noAddress, remote);
    assert.equal(application.requests.length, 0);
  });

  for (const name of ["127.0.0.1", "localhost"]) {
    void test(`a document can be on this machine, at ${name}`, async () => {
      const application = anApplication({}, "/client.json", name);
      await assertAccepted(await site(), clientOf(application));
    });
  }

  void test("a name can resolve to this machine, and to no other non-public address", async () => {
    const application = anApplication();
    application.resolve = (family) => (family === 4 ? ["127.0.0.1"] : []);
    await assertAccepted(await site(), clientOf(application));
    const elsewhere = anApplication();
    elsewhere.resolve = (family) => (family === 4 ? ["127.0.0.1", "10.80.0.1"] : []);
    elsewhere.respond = (_request, response) => sendJson(response, elsewhere.document);
    await assertRefusedOnPage(await site(), clientOf(elsewhere), noAddress);
  });
});
