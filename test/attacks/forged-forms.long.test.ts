import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { TestBrowser } from "../support/browser-session.ts";
import { database } from "../support/databases/database.ts";
import { anInhabitedSite, type InhabitedSite, rowsOf } from "../support/worlds/inhabited-site.ts";
import { installationWide } from "../support/worlds/installation-wide.ts";
import { tables } from "../support/releases/schema-catalogue.ts";
import { authorizeUrl } from "../support/world.ts";
import { type AForm, everyPage, formsOf } from "./support/every-page.ts";

/** Counters and pending requests are written by any request; page views are counted a while after it. */
const uncounted = new Set(["rate_limits", "authorizations", "rollups", "rollup_backlogs"]);

/** The address of a preview accepts no form. */
const isPreview = ({ action }: AForm): boolean => /^\/admin\/lectures\/\w+\/preview$/.test(action);

void describe("a cross-site form", () => {
  let inhabited: InhabitedSite;
  let browser: TestBrowser;
  let forms: AForm[];
  let perSite: string[];

  before(async () => {
    inhabited = await anInhabitedSite("Forgewick");
    browser = await inhabited.site.signedIn(inhabited.member);
    const consent = authorizeUrl(inhabited.client, { prompt: "consent" }).url;
    await inhabited.site.set({ betaFeatures: ["mcp_connections"], openSignUp: true });
    const inside = await everyPage(browser, ["/account", "/admin", consent]);
    const outside = await everyPage(inhabited.site.browser(), ["/sign-in", "/sign-up", "/password/forgotten"]);
    forms = [...inside, ...outside].flatMap(formsOf);
    perSite = (await tables()).filter((table) => !installationWide.includes(table) && !uncounted.has(table));
  });

  /** All rows of the site, including its settings and the member's account. */
  async function everything(): Promise<object> {
    const { site, member } = inhabited;
    const [sites, accounts] = await Promise.all([
      database.pool.query("select to_jsonb(sites) from sites where id = $1", [site.id]),
      database.pool.query("select to_jsonb(accounts) from accounts where id = $1", [member.accountId]),
    ]);
    return { ...(await rowsOf(site, perSite)), sites: sites.rows, accounts: accounts.rows };
  }

  void test("exists for every part of the pages, and each form carries a form token", () => {
    const actions = forms.map(({ action }) => action.split("?")[0]!);
    for (const start of ["/sign-in", "/sign-out", "/sign-up", "/password", "/consent", "/account", "/admin"]) {
      assert.ok(
        actions.some((action) => action.startsWith(start)),
        `No form leads to ${start}.`,
      );
    }
    const unproven = forms.filter((form) => !isPreview(form) && !/^[\w-]{86}$/.test(form.fields["csrf"] ?? ""));
    assert.deepEqual(unproven, []);
  });

  void test("redirects only to this site", () => {
    for (const { page, action } of forms) assert.match(action, /^\/(?![/\\])/, page);
  });

  void test("changes nothing without the token, with an invented one, and with that of another browser", async () => {
    const stranger = await inhabited.site.browser().open("/sign-in");
    const foreign = formsOf(stranger)[0]!.fields["csrf"]!;
    const untouched = await everything();
    for (const { action, fields } of forms) {
      for (const csrf of [undefined, "", "x".repeat(86), foreign, fields["csrf"]!.toUpperCase()]) {
        const { csrf: _proof, ...rest } = fields;
        const forged = csrf === undefined ? rest : { ...rest, csrf };
        // As browsers send it: a cross-site form carries no cookies, one of a sibling domain carries all.
        for (const sender of [browser, inhabited.site.browser()]) {
          const answer = await sender.request("POST", action, forged);
          assert.ok(answer.statusCode < 500, action);
          assert.doesNotMatch(String(answer.headers.location), /[?&]code=/);
        }
      }
    }
    assert.deepEqual(await everything(), untouched);
    assert.equal((await browser.open("/account")).address, "/account", "The member is still signed in.");
  });
});
