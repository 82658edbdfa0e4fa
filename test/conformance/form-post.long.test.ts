import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsOf } from "../support/browsers/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { aLiveSite, type LiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { authorizeUrl } from "../support/world.ts";

interface ReceivedPost {
  method: string;
  url: string;
  contentType: string;
  fields: Record<string, string>;
}

/** A client that receives authorization responses by POST. */
async function aPostedClient() {
  const received: ReceivedPost[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const fields = Object.fromEntries(new URLSearchParams(body));
      if (url !== "/favicon.ico") received.push({ method, url, contentType: headers["content-type"] ?? "", fields });
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end('<!doctype html><html lang="en"><title>Done</title><h1>You can close this window.</h1>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    close: () => server.close(),
  };
}

const arrived = (page: Page) => page.getByRole("heading", { name: "You can close this window." }).waitFor();

/** Script that submits the form to another target, and returns the CSP directive that stopped it. */
const submitTo = (target: string) => `new Promise((resolve) => {
  document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true });
  document.getElementById("response").setAttribute("action", ${JSON.stringify(target)});
  document.querySelector("#response button").click();
})`;

void describe("response_mode=form_post in a browser", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: Awaited<ReturnType<typeof aPostedClient>>;
  let stranger: typeof callback;

  before(async () => {
    [browser, live, callback, stranger] = await Promise.all([
      launchBrowser(),
      aLiveSite(),
      aPostedClient(),
      aPostedClient(),
    ]);
  });
  after(async () => {
    await Promise.all([browser.close(), live.close()]);
    callback.close();
    stranger.close();
  });

  /** A signed-in member at the consent page of a client in form_post mode. */
  async function atConsent({ javaScriptEnabled = true } = {}) {
    const client = await live.site.register({ redirect_uris: [callback.redirectUri], client_name: "Chart Room" });
    const member = await live.site.member();
    const page = await aPerson(browser, { javaScriptEnabled, viewport: { width: 390, height: 800 } });
    const request = authorizeUrl(client, { scope: "openid", response_mode: "form_post" });
    await page.goto(`${live.origin}${request.url}`);
    await signIn(page, member);
    return { page, client, verifier: request.verifier };
  }

  async function assertReceived({ client, verifier }: Awaited<ReturnType<typeof atConsent>>) {
    const [post, ...more] = callback.received.splice(0);
    assert.deepEqual(more, []);
    const { code, ...fields } = post!.fields;
    assert.deepEqual(
      { ...post, fields },
      {
        method: "POST",
        url: "/callback",
        contentType: "application/x-www-form-urlencoded",
        fields: { state: "xyz", iss: live.origin },
      },
    );
    assert.equal((await live.site.exchange(client, code!, verifier)).statusCode, 200);
  }

  void test("submits itself with scripts", async () => {
    const visit = await atConsent();
    await readConsent(visit.page, "Chart Room");
    await decide(visit.page, "Allow");
    await arrived(visit.page);
    assert.equal(visit.page.url(), callback.redirectUri);
    await assertReceived(visit);
  });

  void test("is submitted by its button without scripts", async () => {
    const visit = await atConsent({ javaScriptEnabled: false });
    const { page } = visit;
    await page.getByRole("button", { name: "Allow" }).click();
    const button = page.locator("form#response button");
    await button.waitFor();
    assert.equal(callback.received.length, 0);
    await button.click();
    await arrived(page);
    await assertReceived(visit);
  });

  void test("can be submitted to the redirect URI only: to no other path, site or page of the school", async () => {
    const { page } = await atConsent();
    await page.addInitScript(`HTMLFormElement.prototype.submit = () => {}`);
    await readConsent(page, "Chart Room");
    await decide(page, "Allow");
    await page.locator("form#response").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    const targets = [
      callback.redirectUri.replace("/callback", "/other"),
      stranger.redirectUri,
      `${live.origin}/sign-out`,
    ];
    for (const target of targets) {
      assert.equal(await page.evaluate(submitTo(target)), "form-action", target);
    }
    assert.deepEqual([...stranger.received, ...callback.received], []);
  });
});
