import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { anApplication } from "../support/doubles/document-web.ts";
import { auditOf } from "../support/worlds/records.ts";
import { answerOf } from "../support/world.ts";
import {
  asks,
  aSiteOnline,
  assertAccepted,
  assertRefusedOnPage,
  clientOf,
  storedClient,
} from "./support/document-client.ts";

const loopback = "http://127.0.0.1:43117/callback";

const documents = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"];

async function discovered(settings: Parameters<typeof aSiteOnline>[0]) {
  const site = await aSiteOnline(settings);
  const documentsOf = await Promise.all(
    documents.map(async (url) => (await site.get(url)).json<Record<string, unknown>>()),
  );
  return documentsOf.map((metadata) => metadata["client_id_metadata_document_supported"]);
}

void describe("A site accepts documents", () => {
  void test("and announces it only if it lists a host or accepts all hosts", async () => {
    assert.deepEqual(await discovered({}), [false, false]);
    assert.deepEqual(await discovered({ clientMetadataHosts: ["apps.example"] }), [true, true]);
    assert.deepEqual(await discovered({ openClientMetadataDocuments: true }), [true, true]);
  });

  void test("Documents are accepted from the listed hosts including port, and from no subdomain or parent domain", async () => {
    const application = anApplication();
    const [name] = application.host.split(":");
    await assertAccepted(await aSiteOnline({ clientMetadataHosts: [application.host] }), clientOf(application));
    assert.equal(application.requests.length, 1);
    const others = [name!, `${name}:1`, `sub.${application.host}`, "apps.test", "other.example"];
    for (const clientMetadataHosts of [[], ...others.map((host) => [host])]) {
      const why = /does not accept clients with a document at .* Administrators of the site can allow this host/;
      await assertRefusedOnPage(await aSiteOnline({ clientMetadataHosts }), clientOf(application), why);
    }
    assert.equal(application.requests.length, 1);
  });

  void test("Documents are accepted from any host if the site accepts all hosts", async () => {
    await assertAccepted(await aSiteOnline({ openClientMetadataDocuments: true }), clientOf(anApplication()));
  });

  void test("independently of other sites", async () => {
    const [one, other] = [anApplication(), anApplication()];
    const here = await aSiteOnline({ clientMetadataHosts: [one.host] });
    const there = await aSiteOnline({ clientMetadataHosts: [other.host] });
    await assertAccepted(here, clientOf(one));
    await assertAccepted(there, clientOf(other));
    await assertRefusedOnPage(here, clientOf(other), /does not accept clients/);
    await assertRefusedOnPage(there, clientOf(one), /does not accept clients/);
  });
});

void describe("The address of a document", () => {
  const accepted = ["/", "/client.json", "/a/b/c", "/client?version=2", "/client?", "/~me/%7Eyou", "/a..b/...", "//a"];
  for (const path of accepted) {
    void test(`can be https://host${path}`, async () => {
      await assertAccepted(await aSiteOnline(), clientOf(anApplication({}, path)));
    });
  }

  const refused: [string, RegExp][] = [
    ["https://HOST", /it must have a path/],
    ["https://HOST?client", /it must have a path/],
    ["https://HOST/client#", /it must have no fragment/],
    ["https://HOST/client#fragment", /it must have no fragment/],
    ["https://me@HOST/client", /it must have no user information/],
    ["https://me:secret@HOST/client", /it must have no user information/],
    ["https://@HOST/client", /a normalized URL/],
    ["https://HOST/./client", /no dot segments/],
    ["https://HOST/a/../client", /no dot segments/],
    ["https://HOST/client/..", /no dot segments/],
    ["https://HOST/%2e/client", /no dot segments/],
    ["https://HOST/a/%2E./client", /no dot segments/],
    ["https://HOST/a%2f..%2Fclient", /no dot segments/],
    ["https://HOST/a%5c..%5cclient", /no dot segments/],
    ["https://HOST/a\\..\\client", /no dot segments/],
    ["https://HOST/a\\client", /a normalized URL/],
    ["https:////HOST/client", /a normalized URL/],
    ["https://HOST/client with spaces", /a normalized URL/],
    ["https://HOST/client\t", /a normalized URL/],
    ["https://HOST/client ", /a normalized URL/],
    ["https://HOST/cliént", /a normalized URL/],
    ["https://UPPER.HOST/client", /a normalized URL/],
    ["https://2130706433/client", /a normalized URL/],
    ["https://0x7f.1/client", /a normalized URL/],
    ["https://bücher.example/client", /a normalized URL/],
    ["https://apps.example./client", /a normalized URL/],
    ["https://apps.example:0443/client", /a normalized URL/],
    ["https://apps.example:99999/client", /it is not a URL/],
    ["https://", /it is not a URL/],
    [`https://apps.example/${"x".repeat(1980)}`, /longer than 2000 characters/],
  ];
  for (const [pattern, why] of refused) {
    void test(`cannot be ${pattern.slice(0, 60)}: nothing is requested`, async () => {
      const application = anApplication();
      const client = { clientId: pattern.replace("HOST", application.host), redirectUri: loopback };
      await assertRefusedOnPage(await aSiteOnline(), client, why);
      assert.equal(application.requests.length, 0);
    });
  }

  for (const clientId of ["HTTPS://apps.example/client", "http://apps.example/client", "ftp://apps.example/client"]) {
    void test(`is not accepted as the client_id ${clientId}`, async () => {
      await assertRefusedOnPage(await aSiteOnline(), { clientId, redirectUri: loopback }, /client_id is unknown/);
    });
  }

  void test("with an explicit default port is a different client_id", async () => {
    const client = { clientId: "https://nowhere.apps.test:443/client.json", redirectUri: loopback };
    await assertRefusedOnPage(await aSiteOnline(), client, /its host has no public IP address/);
    for (const listed of ["nowhere.apps.test", "nowhere.apps.test:443"]) {
      const site = await aSiteOnline({ clientMetadataHosts: [listed] });
      for (const clientId of [client.clientId, client.clientId.replace(":443", "")]) {
        await assertRefusedOnPage(site, { ...client, clientId }, /its host has no public IP address/);
      }
    }
  });
});

void describe("An unreviewed application", () => {
  const reads = scopeNames.filter((name) => scopes[name].kind === "operator" && name.endsWith(":read"));
  const identity = ["openid", "profile", "email"];

  void test("can read public data and the member's identity", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    const scope = [...identity, ...reads].join(" ");
    const owner = await site.member({ roles: ["owner"] });
    const tokens = await site.connect(clientOf(application), owner, scope);
    assert.deepEqual(new Set(tokens.scope.split(" ")), new Set(scope.split(" ")));
    assert.deepEqual([...(await storedClient(site, application))!.scopes!].sort(), [...identity, ...reads].sort());
  });

  void test("gets invalid_scope by a redirect for every other scope", async () => {
    const site = await aSiteOnline();
    const client = clientOf(anApplication());
    const others = scopeNames.filter((name) => !identity.includes(name) && !reads.includes(name));
    assert.ok(others.length > 10);
    const browser = await site.signedIn(await site.member());
    for (const scope of others) {
      const { error, description } = answerOf(await asks(site, client, { scope: `openid ${scope}` }, browser));
      assert.equal(error, "invalid_scope", scope);
      assert.match(description!, scope.startsWith("account:") ? /member clients/ : /review/);
    }
  });

  void test("is recorded in the audit log at its first request", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    await assertAccepted(site, clientOf(application));
    await assertAccepted(site, clientOf(application));
    const [entry, ...more] = await auditOf(site);
    assert.deepEqual(more, []);
    assert.deepEqual([entry!.action, entry!.actorKind, entry!.resourceType], ["registerClient", "anonymous", "client"]);
    assert.deepEqual(entry!.details, {
      metadataUrl: application.url,
      name: "Field Notes",
      redirectUris: [`https://${application.host}/callback`],
      postLogoutRedirectUris: [],
    });
  });
});
