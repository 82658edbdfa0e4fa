import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestBrowser } from "../../support/browser-session.ts";
import { answerOf, aSite, authorizeUrl, password } from "../../support/world.ts";
import { anOpenForm } from "../support/forms.ts";

const tokenIn = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;
const tokenOf = async (browser: TestBrowser, path: string) => tokenIn((await browser.open(path)).body);

async function signIn(browser: TestBrowser, email: string) {
  const csrf = await tokenOf(browser, "/sign-in");
  const answer = await browser.request("POST", "/sign-in", { csrf, email, password });
  assert.equal(answer.statusCode, 303);
}

/** Returns whether a form with this token is accepted. */
async function isAccepted(browser: TestBrowser, csrf: string) {
  const answer = await browser.request("POST", "/account/notifications/read", { csrf });
  return String(answer.headers.location).includes("done=all");
}

void describe("A form token", () => {
  void test("differs in every response, and each of them is valid", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const tokens = [await tokenOf(browser, "/account"), await tokenOf(browser, "/account")];
    assert.notEqual(tokens[0], tokens[1]);
    for (const token of tokens) assert.equal(await isAccepted(browser, token), true);
    assert.equal(await isAccepted(browser, tokens[0]!.slice(0, 43) + tokens[1]!.slice(43)), false);
  });

  void test("from before sign-in or from an earlier session is rejected", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = site.browser();
    const before = await tokenOf(browser, "/sign-in");
    await signIn(browser, member.email);
    assert.equal(await isAccepted(browser, before), false);
    const first = await tokenOf(browser, "/account");
    assert.equal(await isAccepted(browser, first), true);
    await browser.request("POST", "/sign-out", { csrf: first });
    await signIn(browser, member.email);
    assert.equal(await isAccepted(browser, first), false);
    assert.equal(await isAccepted(browser, await tokenOf(browser, "/account")), true);
  });

  void test("is rejected if the browser reports a cross-site form, including another school's subdomain", async () => {
    const site = await aSite();
    const browser = await site.signedIn(await site.member());
    const token = await tokenOf(browser, "/account");
    for (const from of ["cross-site", "same-site"]) {
      browser.headers["sec-fetch-site"] = from;
      assert.equal(await isAccepted(browser, token), false, from);
    }
    browser.headers["sec-fetch-site"] = "same-origin";
    assert.equal(await isAccepted(browser, token), true);
  });
});

void describe("A form that was open while the person signed in in another tab", () => {
  void test("The sign-in form leads to the original destination", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const browser = site.browser();
    const stale = { csrf: await tokenOf(browser, "/sign-in?return_to=/account/password"), email, password };
    await signIn(browser, email);
    const answer = await browser.request("POST", "/sign-in?return_to=/account/password", stale);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/account/password"]);
  });

  void test("The sign-in form of an application continues to its consent page", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const browser = site.browser();
    const waiting = await browser.open(authorizeUrl(await site.register()).url);
    await signIn(browser, email);
    const consent = await browser.submit(waiting, { email, password });
    assert.match(consent.address, /^\/consent\?/);
    assert.ok(answerOf(await browser.submit(consent, { decision: "allow" })).code);
  });

  void test("The sign-in form keeps the typed address if the person has signed out again", async () => {
    const site = await aSite();
    const member = await site.member();
    const browser = await site.signedIn(member);
    const csrf = await tokenOf(browser, "/account");
    await browser.request("POST", "/sign-out", { csrf });
    const answer = await browser.request("POST", "/sign-in", { csrf, email: member.email, password });
    assert.equal(answer.statusCode, 403);
    assert.ok(answer.body.includes(`value="${member.email}"`));
    assert.ok(answer.body.includes("This page has expired."));
    assert.equal(answer.body.includes(password), false);
  });

  void test("A form of the school shows the answers again, and then accepts them", async () => {
    const { site, slug } = await anOpenForm([{ label: "Name", kind: "text", required: "on" }]);
    const browser = site.browser();
    const csrf = await tokenOf(browser, `/forms/${slug}`);
    await signIn(browser, (await site.member()).email);
    const answer = await browser.request("POST", `/forms/${slug}`, { csrf, "a.name": "Ana Lima" });
    assert.equal(answer.statusCode, 403);
    assert.ok(answer.body.includes('value="Ana Lima"'));
    const again = await browser.request("POST", `/forms/${slug}`, { csrf: tokenIn(answer.body), "a.name": "Ana Lima" });
    assert.equal(again.headers.location, `/forms/${slug}/thanks`);
  });
});
