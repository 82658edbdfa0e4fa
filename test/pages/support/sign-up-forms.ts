import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import type { ASite } from "../../support/world.ts";
import { newId } from "#domain/platform/ids.ts";

/** A strong password, unique in the tests. */
export const chosen = "lantern-otter-quilt-58";

export const anAddress = () => `bo-${newId()}@example.test`;

interface Newcomer {
  name?: string;
  email: string;
  password?: string;
}

/** Submits the sign-up form. */
export async function askToSignUp(browser: TestBrowser, { name = "Bo Lind", email, password = chosen }: Newcomer) {
  return browser.submit(await browser.open("/sign-up"), { name, email, password });
}

/** The link of the newest email, once this many have arrived. */
export const linkTo = async (email: string, count = 1) => linkIn((await mailsTo(email, count)).at(-1)!);

/** The whole sign-up in one browser. */
export async function signUp(site: ASite, newcomer: Newcomer, browser = site.browser()) {
  await askToSignUp(browser, newcomer);
  const page = await browser.submit(await browser.open(await linkTo(newcomer.email)), {});
  return { browser, page };
}

export async function signIn(site: ASite, email: string, password: string, browser = site.browser()): Promise<Page> {
  return browser.submit(await browser.open("/sign-in"), { email, password });
}

/** Requests a password reset email. */
export async function askForPassword(browser: TestBrowser, email: string): Promise<Page> {
  return browser.submit(await browser.open("/password/forgotten"), { email });
}

/** The text of an alert on the page. */
export const alertOn = ({ body }: Page) => /role="alert"[^>]*><p>(.*?)<\/p>/s.exec(body)?.[1];

/** A page without input and random values, for comparison. A sealed sign-up counts with its length. */
export const anonymous = ({ body }: Page, email: string) =>
  body
    .replaceAll(email, "EMAIL")
    .replaceAll(/"csrf" value="[^"]+"/g, "")
    .replaceAll(/"again" value="([\w-]+)"/g, (_, sealed: string) => `"again" with ${sealed.length} characters`);
