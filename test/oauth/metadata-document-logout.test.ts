import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, later } from "../support/clock.ts";
import { anApplication, type Application } from "../support/doubles/document-web.ts";
import { type ASite, encode } from "../support/world.ts";
import { asks, aSiteOnline, assertAccepted, assertRefusedOnPage, clientOf } from "./support/document-client.ts";
import { look, met, type Met, review } from "./support/met-application.ts";

const hostOf = ({ host }: Application) => `https://${host}`;

/** An application whose document has a post-logout redirect at its own host. */
async function metWithLogout(): Promise<Met & { back: string }> {
  const there = await met();
  const back = `${hostOf(there.application)}/signed-out`;
  return { ...there, back };
}

/** Fetches the document again after this many days. */
const readAgain = ({ site, client }: Met, days = 2) => later(days * day, () => asks(site, client));

const logout = (browser: ReturnType<ASite["browser"]>, fields: Record<string, string>) =>
  browser.open(`/oauth/logout?${encode(fields)}`);

void describe("post_logout_redirect_uris of a metadata document", () => {
  void test("redirect a person who confirms the sign-out", async () => {
    const site = await aSiteOnline();
    const application = anApplication();
    const back = `${hostOf(application)}/signed-out`;
    application.document["post_logout_redirect_uris"] = [back, "http://127.0.0.1:43117/bye"];
    await assertAccepted(site, clientOf(application));
    for (const address of [back, "http://127.0.0.1:43117/bye"]) {
      const browser = await site.signedIn(await site.member());
      const fields = { client_id: application.url, post_logout_redirect_uri: address, state: "x" };
      const page = await logout(browser, fields);
      assert.match(page.body, /Sign out of Harbour School\?/);
      assert.equal((await browser.submit(page, {})).address, `${address}?state=x`);
    }
    const browser = await site.signedIn(await site.member());
    const other = { client_id: application.url, post_logout_redirect_uri: `${back}/other` };
    const end = await browser.submit(await logout(browser, other), {});
    assert.deepEqual([end.status, end.address.startsWith("/")], [200, true]);
  });

  void test("follow the rules of redirect_uris: the document's own host or a loopback address", async () => {
    for (const address of [
      "https://evil.example.test/",
      "http://apps.example/",
      "javascript:alert(1)",
      "com.a:/x",
      1,
    ]) {
      const application = anApplication({ post_logout_redirect_uris: [address] });
      await assertRefusedOnPage(await aSiteOnline(), clientOf(application), /post_logout_redirect_uris/);
    }
    const many = Array.from({ length: 21 }, (_, index) => `http://127.0.0.1/${index}`);
    const application = anApplication({ post_logout_redirect_uris: many });
    await assertRefusedOnPage(await aSiteOnline(), clientOf(application), /post_logout_redirect_uris/);
    for (const none of [undefined, null, []]) {
      await assertAccepted(await aSiteOnline(), clientOf(anApplication({ post_logout_redirect_uris: none })));
    }
  });

  void test("A redirect URI of an unreviewed client becomes a link for a person who is not signed in", async () => {
    const of = await metWithLogout();
    const { site, application, client, back } = of;
    application.document["post_logout_redirect_uris"] = [back];
    await readAgain(of);
    const { id_token: hint } = await site.connect(client, await site.member(), "openid");
    const fields = { client_id: application.url, id_token_hint: hint!, post_logout_redirect_uri: back };
    const page = await logout(site.browser(), fields);
    assert.deepEqual([page.status, page.address.startsWith("/")], [200, true]);
    assert.ok(page.body.includes(`href="${back}"`));

    await review(of, "approved");
    assert.equal((await logout(site.browser(), fields)).address, back);
  });

  void test("are part of the review: changing them makes the client unreviewed", async () => {
    const of = await metWithLogout();
    await review(of, "approved");
    await readAgain(of);
    assert.equal((await look(of)).state, "reviewed");
    of.application.document["post_logout_redirect_uris"] = [of.back];
    await readAgain(of, 4);
    const { state, postLogoutRedirectUris } = await look(of);
    assert.deepEqual([state, postLogoutRedirectUris], ["unreviewed", [of.back]]);
  });
});
