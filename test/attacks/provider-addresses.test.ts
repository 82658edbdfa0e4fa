import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dialled } from "../support/doubles/document-web.ts";
import { anOpenIdProvider, type OpenIdProvider } from "../support/doubles/openid-provider.ts";
import { aSiteOnline, connectProvider, leave, memberIn, personAt } from "../pages/sign-in/support/provider-site.ts";
import { postbox, buildProcess, siteAt, aSite } from "../support/world.ts";
import { identities } from "../pages/sign-in/support/provider-site.ts";

/** Begins a sign-in with a provider whose answers are changed. */
async function begin(change: (provider: OpenIdProvider) => void, site?: Awaited<ReturnType<typeof aSiteOnline>>) {
  const provider = await anOpenIdProvider();
  const connected = await connectProvider(site ?? (await aSiteOnline()), provider);
  change(provider);
  const browser = connected.site.browser();
  const page = await browser.submit(await browser.open("/sign-in"), {}, connected.path);
  return { ...connected, browser, page };
}

const isDiscovery = (url: string | undefined) => url === "/.well-known/openid-configuration";

void describe("No sign-in begins if the discovery document of a provider", () => {
  const documents: Record<string, Record<string, unknown>> = {
    "names another issuer": { issuer: "https://evil.apps.test" },
    "names no issuer": { issuer: undefined },
    "sends people to a script": { authorization_endpoint: "javascript:alert(1)" },
    "sends people to an address of http": { authorization_endpoint: "http://login.example/authorize" },
    "sends people to this machine": { authorization_endpoint: "http://127.0.0.1/authorize" },
    "names a token endpoint of http": { token_endpoint: "http://169.254.169.254/latest/meta-data" },
    "names keys of a file": { jwks_uri: "file:///etc/passwd" },
    "names no keys": { jwks_uri: undefined },
  };
  for (const [name, metadata] of Object.entries(documents)) {
    void test(name, async () => {
      const { page } = await begin((provider) => (provider.manners = { metadata }));
      assert.deepEqual([page.status, page.response.headers["refresh"]], [400, undefined]);
      assert.match(page.body, /Sign-in did not work/);
    });
  }

  void test("redirects, also to an internal address", async () => {
    for (const location of ["https://10.0.0.1/", "http://localhost/", "https://other.apps.test/"]) {
      const { page } = await begin((provider) => {
        provider.manners.answer = (request, response) => {
          if (isDiscovery(request.url)) response.writeHead(302, { location }).end();
          return isDiscovery(request.url);
        };
      });
      assert.ok([400, 503].includes(page.status));
      assert.equal(page.response.headers["refresh"], undefined);
    }
  });

  void test("is huge", async () => {
    const { page } = await begin((provider) => {
      provider.manners.answer = (request, response) => {
        if (!isDiscovery(request.url)) return false;
        response.writeHead(200, { "content-type": "application/json" });
        response.on("error", () => {});
        response.end(`{"issuer":"${"a".repeat(300 * 1024)}"}`);
        return true;
      };
    });
    assert.equal(page.status, 503);
    assert.match(page.body, /cannot be reached right now/);
  });

  void test("is slow", async () => {
    const hurried = buildProcess({
      identities: { ...identities, rules: { ...identities.rules, timeoutMs: 300 } },
      mail: postbox,
    });
    const site = siteAt((await aSite()).site, hurried);
    const { page } = await begin((provider) => (provider.manners.answer = (request) => isDiscovery(request.url)), site);
    assert.equal(page.status, 503);
    assert.match(page.body, /cannot be reached right now/);
  });

  void test("is at a host whose name leads to an internal address", async () => {
    for (const address of ["10.1.2.3", "127.0.0.1", "169.254.169.254", "192.168.1.1"]) {
      const before = dialled.length;
      const { page } = await begin((provider) => {
        provider.application.resolve = (family) => (family === 4 ? [address] : []);
      });
      assert.equal(page.status, 503);
      assert.equal(dialled.length, before);
    }
  });
});

void describe("Between the request and the response of a sign-in", () => {
  void test("a provider can change its keys", async () => {
    const { provider, domain, browser, page } = await begin(() => {});
    const [, address = ""] = /^0; url=(.*)$/.exec(String(page.response.headers["refresh"]))!;
    await provider.rotate();
    assert.equal((await browser.open(provider.approve(address, personAt(domain)))).address, "/learn");
    assert.notEqual(await memberIn(browser), undefined);
  });

  void test("a provider that leads to an internal address is not asked for tokens", async () => {
    const { site, provider, path, domain } = await begin(() => {});
    const browser = site.browser();
    const response = provider.approve(await leave(browser, path), personAt(domain));
    provider.application.resolve = (family) => (family === 4 ? ["127.0.0.1"] : []);
    const end = await browser.open(response);
    assert.equal(end.status, 503);
    assert.equal(provider.exchanges.length, 0);
    assert.equal(await memberIn(browser), undefined);
  });
});
