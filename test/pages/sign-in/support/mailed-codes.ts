import assert from "node:assert/strict";
import { database } from "../../../support/databases/database.ts";
import type { Page, TestBrowser } from "../../../support/browser-session.ts";
import { linkIn, mailsTo } from "../../../support/doubles/mailroom.ts";
import { aSite, type ASite } from "../../../support/world.ts";

/** A site that offers sign-in by email. */
export const aSiteWithCodes = (settings: Parameters<typeof aSite>[0] = {}): Promise<ASite> =>
  aSite({ signInByEmail: "offered", ...settings });

/** Asks for a code with the button of the sign-in page. Returns the page for the digits. */
export async function askForCode(browser: TestBrowser, email: string, from = "/sign-in"): Promise<Page> {
  const page = await browser.open(from);
  const [, action = ""] = /(?:form)?action="(\/sign-in\/email[^"]*)"/.exec(page.body) ?? [];
  assert.notEqual(action, "", page.body.slice(0, 2000));
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)![1]!;
  return browser.open(action.replaceAll("&amp;", "&"), { csrf, email });
}

/** The digits and the path of the link in the latest of the emails to an address. */
export async function codeIn(email: string, mails = 1): Promise<{ digits: string; link: string }> {
  const mail = (await mailsTo(email, mails)).at(-1)!;
  const [, digits] = /^(\d{6})$/m.exec(mail.email.text ?? "") ?? [];
  assert.ok(digits, mail.email.text);
  return { digits, link: linkIn(mail) };
}

/** A member whose code waits in a browser. */
export async function anAskedCode(site?: ASite) {
  const at = site ?? (await aSiteWithCodes());
  const member = await at.member();
  const browser = at.browser();
  const page = await askForCode(browser, member.email);
  return { site: at, member, browser, page, ...(await codeIn(member.email)) };
}

const target = "/sign-in/email/enter";

/** Enters digits on their page. */
export function enterDigits(browser: TestBrowser, page: Page, digits: string): Promise<Page> {
  const [, action = target] = new RegExp(`action="(${target}[^"]*)"`).exec(page.body) ?? [];
  return browser.submit(page, { digits }, action);
}

/** Six digits other than these. */
export const otherThan = (digits: string, by = 1): string => String((Number(digits) + by) % 1_000_000).padStart(6, "0");

/** Methods of the latest session of a member. */
export async function latestMethods(site: ASite, memberId: string): Promise<string[] | undefined> {
  const session = await database.first<{ amr: string[] }>`
    select amr from sessions where site_id = ${site.id} and member_id = ${memberId}
     order by authenticated_at desc limit 1`;
  return session?.amr;
}
