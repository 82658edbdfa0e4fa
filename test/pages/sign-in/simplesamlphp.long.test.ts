import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { SamlProvider } from "../../support/doubles/saml-provider.ts";
import { aSimpleSamlPhp, type SimpleSamlPhp, whyNoSimpleSamlPhp } from "../../support/doubles/simplesamlphp.ts";
import { app, aSite, identities, siteAt } from "../../support/world.ts";
import { leave, memberIn, rolesOf } from "./support/provider-site.ts";
import { carry, connectSaml, type SamlSite } from "./support/saml-site.ts";

/** A browser at the provider: follows redirects there, keeps cookies, and stops at an address elsewhere or a page. */
class Elsewhere {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async open(address: string, form?: Record<string, string>): Promise<{ address: string; body: string }> {
    let [url, body]: [string, URLSearchParams | undefined] = [address, form && new URLSearchParams(form)];
    for (let hops = 0; hops < 12 && url.startsWith(this.#origin); hops++) {
      const response = await fetch(url, {
        redirect: "manual",
        headers: { cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") },
        ...(body && { method: "POST", body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.#cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) return { address: url, body: await response.text() };
      [url, body] = [new URL(location, url).href, undefined];
    }
    return { address: url, body: "" };
  }
}

const unescape = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&#039;", "'");
const valueOf = (body: string, name: string): string =>
  unescape(new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(body)?.[1] ?? "");

async function aSchool(server: SimpleSamlPhp, more?: string): Promise<SamlSite> {
  const origin = `http://${newId()}.localhost:8080`;
  const site = siteAt((await aSite({}, origin)).site, app);
  const metadata = await (await fetch(server.metadata)).text();
  const provider = new SamlProvider({ pem: "", certificate: /<ds:X509Certificate>([^<]*)</.exec(metadata)![1]! });
  const address = (service: string) =>
    new RegExp(`<md:${service} [^>]*HTTP-Redirect" Location="([^"]*)"`).exec(metadata)![1]!;
  Object.assign(provider, {
    signInAddress: address("SingleSignOnService"),
    logoutAddress: address("SingleLogoutService"),
    entity: / entityID="([^"]*)"/.exec(metadata)![1]!,
  });
  const fields = { domains: ["harbour.example"], groupRoles: { teachers: ["lecturer" as const] } };
  const connected = await connectSaml(site, provider, fields, identities);
  server.register((await site.browser().request("GET", `${connected.path}/metadata`)).body, more);
  return connected;
}

async function signIn(connected: SamlSite, server: SimpleSamlPhp) {
  const browser = connected.site.browser();
  const elsewhere = new Elsewhere(server.origin);
  const login = await elsewhere.open(await leave(browser, connected.path));
  const fields = { username: "ana", password: "harbour", AuthState: valueOf(login.body, "AuthState") };
  const { body } = await elsewhere.open(login.address, fields);
  const form = { SAMLResponse: valueOf(body, "SAMLResponse"), RelayState: valueOf(body, "RelayState") };
  assert.notEqual(form.SAMLResponse, "", `${login.address}\n${body.slice(0, 3000)}`);
  return { browser, elsewhere, page: await carry(connected, browser, form) };
}

void describe("With SimpleSAMLphp as the provider", { skip: whyNoSimpleSamlPhp }, () => {
  const ways: Record<string, string> = {
    "a person signs in": "",
    "a person signs in with an encrypted assertion": "'assertion.encryption' => true,",
  };
  for (const [way, more] of Object.entries(ways)) {
    void test(way, async () => {
      const server = await aSimpleSamlPhp();
      const connected = await aSchool(server, more);
      const { page, browser } = await signIn(connected, server);
      assert.deepEqual([page.status, page.address], [200, "/admin"], page.body.slice(0, 3000));
      assert.match((await memberIn(browser)) ?? "", /Ana Lima/);
      assert.deepEqual(await rolesOf(connected.site, "ana@harbour.example"), ["lecturer", "student"]);
    });
  }

  void test("a logout there ends the session here, and the provider accepts the answer", async () => {
    const server = await aSimpleSamlPhp();
    const connected = await aSchool(server);
    const { browser, elsewhere } = await signIn(connected, server);
    const back = `${server.origin}/`;
    const left = await elsewhere.open(`${server.origin}/saml2/idp/initSLO.php?RelayState=${encodeURIComponent(back)}`);
    const own = new URL(left.address);
    assert.ok(own.pathname.endsWith("/single-logout"), left.address + left.body.slice(0, 2000));
    const answer = await connected.site.browser().open(`${own.pathname}${own.search}`);
    assert.equal(await memberIn(browser), undefined);
    const done = await elsewhere.open(answer.address);
    assert.doesNotMatch(done.body, /exception|error/i);
  });

  void test("a logout here ends the session there", async () => {
    const server = await aSimpleSamlPhp();
    const connected = await aSchool(server);
    const { browser, elsewhere } = await signIn(connected, server);
    const page = await browser.submit(await browser.open("/account"), {}, "/sign-out");
    const [, href = ""] = /href="([^"]*)">Sign out of/.exec(page.body) ?? [];
    const { address } = await elsewhere.open(unescape(href));
    assert.ok(address.includes(`${connected.path}/single-logout?SAMLResponse=`), address);
    const again = await elsewhere.open(await leave(connected.site.browser(), connected.path));
    assert.match(again.body, /name="password"/);
  });
});
