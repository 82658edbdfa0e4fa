import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSignedIn } from "../../support/second-factors.ts";
import {
  aConnectedSite,
  addressIn,
  type Connected,
  leave,
  memberIn,
  personAt,
} from "../../pages/sign-in/support/provider-site.ts";

const begin = (connected: Connected, returnTo: string, browser = connected.site.browser()) =>
  leave(browser, connected.path, `/sign-in?return_to=${encodeURIComponent(returnTo)}`);

void describe("A sign-in with a provider", () => {
  void test("leads back to pages of the school only", async () => {
    const connected = await aConnectedSite();
    const evil = [
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "/\t/evil.example/",
      "https:evil.example",
      "javascript:alert(1)",
      "\\\\evil.example",
      "/%5cevil.example/..//evil.example",
      ".evil.example",
      "@evil.example",
    ];
    for (const returnTo of evil) {
      const browser = connected.site.browser();
      const address = await begin(connected, returnTo, browser);
      const page = await browser.open(connected.provider.approve(address, personAt(connected.domain, { sub: "ana" })));
      assert.ok(page.address.startsWith("/") && !/^\/[/\\\t]/.test(page.address), `${returnTo}: ${page.address}`);
      assert.equal(new URL(page.address, connected.site.origin).origin, connected.site.origin);
    }
  });

  void test("names the address of the school, whatever host the request names", async () => {
    const { site, path, wireId } = await aConnectedSite();
    const browser = site.browser({ "x-forwarded-host": "evil.example", forwarded: "host=evil.example" });
    const address = new URL(await leave(browser, path));
    assert.equal(address.searchParams.get("redirect_uri"), `${site.origin}/sign-in/with/${wireId}/callback`);
  });

  void test("opens a new session in a browser that the attacker prepared with one of their own", async () => {
    const connected = await aConnectedSite();
    const attacker = await connected.site.signedIn(await connected.site.member({ name: "Mallory" }));
    const victim = connected.site.browser();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const page = await victim.open("/sign-in");
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
    const address = addressIn(await victim.open(connected.path, { csrf }));
    await victim.open(connected.provider.approve(address, personAt(connected.domain)));
    assert.match((await memberIn(victim)) ?? "", /Ana Lima/);
    assert.doesNotMatch((await memberIn(attacker)) ?? "", /Ana Lima/);
  });

  void test("begun by the attacker does not continue in the victim's browser (login CSRF)", async () => {
    const connected = await aConnectedSite();
    const attacker = connected.site.browser();
    const own = personAt(connected.domain, { name: "Mallory" });
    const response = connected.provider.approve(await leave(attacker, connected.path), own);
    const victim = connected.site.browser();
    await victim.open("/sign-in");
    await victim.open(response);
    assert.equal(await isSignedIn(victim), false);
    const member = await connected.site.signedIn(await connected.site.member({ name: "Bo Lind" }));
    await member.open(response);
    assert.match((await memberIn(member)) ?? "", /Bo Lind/);
  });
});
