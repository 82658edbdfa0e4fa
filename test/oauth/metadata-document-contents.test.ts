import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anApplication, type Application } from "../support/doubles/document-web.ts";
import {
  asks,
  aSiteOnline,
  assertAccepted,
  assertOnPage,
  assertRefusedOnPage,
  clientOf,
  storedClient,
} from "./support/document-client.ts";

const loopback = "http://127.0.0.1:43117/callback";

async function assertUnusable(application: Application, why: RegExp): Promise<void> {
  const site = await aSiteOnline();
  await assertRefusedOnPage(site, clientOf(application), why);
  assert.equal(await storedClient(site, application), undefined);
}

void describe("A document", () => {
  void test("names its own address as client_id, character by character", async () => {
    const application = anApplication();
    for (const client_id of [undefined, null, 1, "", `${application.url}/`, `${application.url}?`]) {
      await assertUnusable(Object.assign(anApplication({ client_id })), /client_id/);
    }
    const foreign = anApplication({ client_id: application.url });
    await assertUnusable(foreign, /its client_id must equal its own URL exactly/);
    const capital = anApplication({}, "/Client.json");
    capital.document["client_id"] = capital.url.replace("/Client", "/client");
    await assertUnusable(capital, /its client_id must equal its own URL/);
  });

  for (const field of ["client_secret", "client_secret_expires_at", "client_secrets"]) {
    void test(`is rejected with ${field}, regardless of its value`, async () => {
      for (const value of ["s3cret", 0, null]) {
        await assertUnusable(anApplication({ [field]: value }), new RegExp(`it must not contain ${field}`));
      }
    });
  }

  for (const method of ["client_secret_post", "client_secret_basic", "client_secret_jwt", "private_key_jwt", "", 1]) {
    void test(`describes a public client, not one with ${JSON.stringify(method)}`, async () => {
      const application = anApplication({ token_endpoint_auth_method: method, jwks_uri: "https://127.0.0.1/jwks" });
      await assertUnusable(application, /token_endpoint_auth_method: must be none/);
    });
  }

  void test("can declare a public client or omit the method", async () => {
    for (const token_endpoint_auth_method of ["none", undefined, null]) {
      await assertAccepted(await aSiteOnline(), clientOf(anApplication({ token_endpoint_auth_method })));
    }
  });

  void test("is rejected with a private key", async () => {
    const key = { kty: "EC", crv: "P-256", x: "x", y: "y" };
    await assertUnusable(anApplication({ jwks: { keys: [key, { ...key, d: "d" }] } }), /contains a private key/);
    await assertUnusable(anApplication({ jwks: { keys: [{ kty: "oct", k: "k" }] } }), /contains a private key/);
    await assertAccepted(await aSiteOnline(), clientOf(anApplication({ jwks: { keys: [key] } })));
  });

  void test("declares the authorization code flow, if it declares grant types", async () => {
    await assertUnusable(anApplication({ grant_types: ["implicit"] }), /grant_types must include authorization_code/);
    await assertUnusable(anApplication({ response_types: ["token"] }), /response_types must include code/);
    const more = { grant_types: ["authorization_code", "refresh_token", "urn:x"], response_types: ["token", "code"] };
    await assertAccepted(await aSiteOnline(), clientOf(anApplication(more)));
  });

  void test("can contain other fields, and no address in it is requested", async () => {
    const other = anApplication();
    const site = await aSiteOnline();
    const addresses = { logo_uri: other.url, jwks_uri: other.url, client_uri: other.url, policy_uri: other.url };
    const application = anApplication({
      ...addresses,
      software_statement: 1,
      __proto__: { client_id: 1 },
      contacts: [{}],
    });
    await assertAccepted(site, clientOf(application));
    assert.equal(other.requests.length, 0);
  });
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `http://127.0.0.1/cb/${index}`);

void describe("The redirect URIs of a document", () => {
  void test("are at its own host and port, or loopback addresses", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    const own = `https://${application.host}/callback?from=here`;
    application.document["redirect_uris"] = [own, loopback, "http://[::1]/cb", "http://localhost:8000/cb", own];
    await assertAccepted(site, clientOf(application));
    const stored = await storedClient(site, application);
    assert.deepEqual(stored!.redirectUris, [own, loopback, "http://[::1]/cb", "http://localhost:8000/cb"]);
  });

  const elsewhere = [
    "https://other.example/callback",
    "https://sub.HOST/callback",
    "https://NAME/callback",
    "https://NAME:1/callback",
    "https://HOST.evil.example/callback",
    "https://HOST@evil.example/callback",
    "https://evil.example/HOST/callback",
    "http://HOST/callback",
    "https://me@HOST/callback",
    "https://HOST/callback#fragment",
    "https://HOST/a/../callback",
    "https://HOST\\@evil.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://10.0.0.1/callback",
    "https://127.0.0.1/callback",
    "https://*.HOST/callback",
    "https://*/callback",
    "https://HOST./callback",
    "myapp://callback",
    "javascript:alert(1)",
    "",
  ];
  for (const pattern of elsewhere) {
    void test(`are not ${pattern || "empty"}, not even next to valid ones`, async () => {
      const application = anApplication();
      const [name] = application.host.split(":");
      const uri = pattern.replace("HOST", application.host).replace("NAME", name!);
      application.document["redirect_uris"] = [loopback, uri];
      await assertUnusable(application, /every one of its redirect_uris must be at https:/);
    });
  }

  void test("are limited to 20, and at least one", async () => {
    await assertAccepted(await aSiteOnline(), clientOf(anApplication({ redirect_uris: many(20) })));
    for (const redirect_uris of [many(21), [], undefined, null, loopback, [1], [[loopback]]]) {
      const application = anApplication({ redirect_uris });
      const site = await aSiteOnline();
      await assertRefusedOnPage(site, { clientId: application.url, redirectUri: loopback }, /redirect_uris/);
    }
  });

  void test("are compared exactly, except the port of loopback addresses", async () => {
    const site = await aSiteOnline();
    const application = anApplication({ redirect_uris: [loopback] });
    await assertAccepted(site, { clientId: application.url, redirectUri: loopback.replace("43117", "5000") });
    const wrong = { clientId: application.url, redirectUri: `https://${application.host}/callback` };
    assertOnPage(await asks(site, wrong), /redirect_uri is not registered for https:/);
  });
});

async function nameOf(client_name: unknown): Promise<string[]> {
  const site = await aSiteOnline();
  const application = anApplication({ client_name });
  await assertAccepted(site, clientOf(application));
  return [(await storedClient(site, application))!.name, application.host];
}

void describe("The name of an application", () => {
  void test("is the name in its document, in any script", async () => {
    for (const name of ["Field Notes", "讀書筆記", "یادداشت‌ها", "A".repeat(200), "👩‍🏫 Notes"]) {
      assert.equal((await nameOf(` ${name} `))[0], name);
    }
  });

  void test("is its host if its document has no name", async () => {
    for (const none of [undefined, null, "", "  "]) {
      const [name, host] = await nameOf(none);
      assert.equal(name, host);
    }
  });

  void test("is readable text of limited length", async () => {
    const unclean = [
      "A\u0000",
      "A\nB",
      "A\u202eB",
      "A\u2066B",
      "A\u200fB",
      "A\u2028B",
      "\ud800",
      "A".repeat(201),
      5,
      ["A"],
    ];
    for (const client_name of unclean) await assertUnusable(anApplication({ client_name }), /client_name/);
  });
});
