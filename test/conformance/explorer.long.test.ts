import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { changeSettings } from "#domain/site/sites/change-settings.ts";
import { violationsOf } from "../support/accessibility.ts";
import { launchBrowser } from "../support/browser.ts";
import { database } from "../support/database.ts";
import { aLiveSite, type LiveSite } from "../support/live-site.ts";
import { aPerson, decide, readConsent, signIn } from "../support/person.ts";
import { type ASite, aSite } from "../support/world.ts";

const here = "/member/explorer";

/** Equivalent to `lectern site set`. */
async function show(site: ASite, memberExplorer: boolean): Promise<void> {
  await database.transaction((db) =>
    changeSettings({ ...site.context(), caller: { kind: "cli" }, db }, { memberExplorer }),
  );
  await site.set({ memberExplorer });
}

const liveTokens = async ({ site }: ASite): Promise<number> =>
  (await database.first<{ count: number }>`
    select count(*) from tokens
      join families on families.site_id = tokens.site_id and families.id = tokens.family_id
     where tokens.site_id = ${site.id} and families.revoked_at is null`)!.count;

/** Waits until the editor shows this result. */
const answerOn = (page: Page, expected: string) => page.locator(".result-window").getByText(expected).waitFor();

void describe("the explorer of the Member API", () => {
  let browser: Browser;
  let live: LiveSite;

  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
  });
  after(() => Promise.all([browser.close(), live.close()]));

  async function opened() {
    const member = await live.site.member({ name: "Ana Lima" });
    const page = await aPerson(browser);
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(live.origin))
        complaints.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(`${live.origin}${here}`);
    return { page, member, complaints };
  }

  async function allowed() {
    const { page, member, complaints } = await opened();
    await page.getByRole("button", { name: "Sign in to start" }).click();
    await signIn(page, member);
    const consent = await readConsent(page, "Member API explorer");
    await decide(page, "Allow");
    await page.locator(".graphiql-query-editor .view-lines").getByText("viewer").first().waitFor();
    return { page, member, complaints, consent };
  }

  void test("is 404 with all its files if the site does not enable it", async () => {
    const site = await aSite();
    for (const path of ["", "/assets/ruru.js", "/assets/ruru.css"]) {
      assert.equal((await site.get(`${here}${path}`)).statusCode, 404, path);
    }
  });

  void test("is available while the setting is on; switching it off revokes its tokens", async () => {
    const site = await aSite();
    await show(site, true);
    const { body } = await site.get(here);
    const clientId = /data-client-id="([^"]+)"/.exec(body)![1]!;
    const client = { clientId, redirectUri: `${site.origin}${here}` };
    const member = await site.member();
    const { access_token } = await site.connect(client, member, "account:read account:write");
    assert.equal((await site.graphql("{ viewer { id } }", access_token)).statusCode, 200);

    await show(site, false);
    assert.equal((await site.get(here)).statusCode, 404);
    assert.equal((await site.graphql("{ viewer { id } }", access_token)).statusCode, 401);
    await show(site, true);
    assert.equal(
      /data-client-id="([^"]+)"/.exec((await site.get(here)).body)![1],
      clientId,
      "The response is the same again.",
    );
  });

  void test("serves only the files of the editor", async () => {
    const site = await aSite();
    await show(site, true);
    for (const file of [
      "..%2fpackage.json",
      "%2e%2e%2fpackage.json",
      "ruru.js.map",
      "none.js",
      ".js",
      "..",
      "ruru.js%00",
    ]) {
      assert.ok([400, 404].includes((await site.get(`${here}/assets/${file}`)).statusCode), file);
    }
    const script = await site.get(`${here}/assets/ruru.js`);
    assert.match(String(script.headers["content-type"]), /^text\/javascript/);
    assert.match(String(script.headers["content-security-policy"]), /default-src 'none'; script-src 'self'/);
  });

  void test("signs in through the site's consent page, shows the result of a query, and requests no other origin", async () => {
    await show(live.site, true);
    const { page, complaints, consent } = await allowed();
    assert.match(consent, /A page of Harbour School for trying its APIs/);
    assert.doesNotMatch(consent, /program on your computer/);
    assert.equal(page.url(), `${live.origin}${here}`, "The code is removed from the URL.");

    await page.getByRole("button", { name: "Execute query" }).click();
    await answerOn(page, "Ana Lima");
    const kept = await page.evaluate(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])`);
    assert.doesNotMatch(String(kept), /lat_|lrt_/, "Tokens are kept only in the page.");
    if (process.env["PICTURES"]) await page.screenshot({ path: `${process.env["PICTURES"]}/explorer.png` });
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  void test("continues with a refreshed token after the first expires, and revokes all of them at sign-out", async () => {
    await show(live.site, true);
    const { page } = await allowed();
    await live.later(3 * 3_600_000, async () => {
      await page.getByRole("button", { name: "Execute query" }).click();
      await answerOn(page, "Ana Lima");
    });
    const before = await liveTokens(live.site);
    const revoked = page.waitForResponse((response) => response.url().endsWith("/api/oauth/revoke"));
    await page.getByRole("button", { name: "Sign out" }).click();
    assert.equal((await revoked).status(), 200);
    await page.getByRole("button", { name: "Sign in to start" }).waitFor();
    assert.ok((await liveTokens(live.site)) < before);
    await page.context().close();
  });

  void test("reports a denied sign-in, and rejects a response that it did not request", async () => {
    await show(live.site, true);
    const { page, member } = await opened();
    await page.getByRole("button", { name: "Sign in to start" }).click();
    await signIn(page, member);
    await readConsent(page, "Member API explorer");
    await decide(page, "Deny");
    await page.getByRole("alert").waitFor();
    await page.goto(`${live.origin}${here}?code=lac_made_up&state=x&iss=${encodeURIComponent(live.origin)}`);
    await page.getByText("Sign-in failed").waitFor();
    await page.context().close();
  });

  for (const width of [360, 1280]) {
    void test(`starts on a page without axe violations, ${width} px wide, light and dark, in both languages`, async () => {
      await show(live.site, true);
      for (const locale of ["en-GB", "zh-TW"]) {
        const page = await aPerson(browser, { locale, viewport: { width, height: 740 } });
        await page.goto(`${live.origin}${here}`);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violationsOf(page), [], `${locale}, ${colorScheme}`);
          const name = `explorer.${locale}.${colorScheme}.${width}.png`;
          if (process.env["PICTURES"]) await page.screenshot({ path: `${process.env["PICTURES"]}/${name}` });
        }
        await page.context().close();
      }
    });
  }
});
