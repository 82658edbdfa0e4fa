import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { everyPage, formsOf } from "../../attacks/support/every-page.ts";
import type { Page } from "../../support/browser-session.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { message, messageOfForms, staleToken } from "../support/stale-forms.ts";
import { loseSession, submitted } from "../support/unsaved-forms.ts";

const isShown = ({ status, body }: Pick<Page, "status" | "body">) =>
  status === 403 && (body.includes(message) || body.includes(messageOfForms));

void describe("Every form of the pages, with a token of an earlier session", () => {
  /** Without a token, signing in and out continues to the next page, and consent reports the problem itself. A preview accepts no form. */
  const others = /^\/(sign-in|sign-out|consent|unsubscribe)|^\/admin\/lectures\/\w+\/preview$/;

  /** These have no fields: after sign-in, the page is shown as usual. */
  const withoutInput = /^\/orders\//;

  void test("is shown again with the message, also after sign-in, and nothing changes", async () => {
    const { site, member } = await anInhabitedSite("Stalewick");
    const browser = await site.signedIn(member);
    const pages = await everyPage(browser, ["/account", "/admin"]);
    const forms = new Map(pages.flatMap(formsOf).map((form) => [form.action.split("#")[0]!, form]));
    const csrf = await staleToken(site, browser, member);
    const [name, session] = [...browser.cookies].find(([key]) => key.includes("_session"))!;
    const silent: string[] = [];
    let sent = 0;
    for (const [action, { fields }] of forms) {
      if (others.test(action)) continue;
      sent++;
      const again = await submitted(browser, action, { ...fields, csrf });
      if (!isShown(again)) silent.push(`${again.status} ${action}`);
      if (withoutInput.test(action)) continue;
      loseSession(site, browser);
      const signIn = await submitted(browser, action, { ...fields, csrf });
      // As if the member had signed in in another tab, which takes no time for the password.
      browser.cookies.set(name, session);
      const restored = await browser.submit(signIn, { email: member.email });
      if (!isShown(restored)) silent.push(`${signIn.status} ${restored.status} ${action} after sign-in`);
    }
    assert.ok(sent > 35, `${sent} forms`);
    assert.deepEqual(silent, []);
  });
});
