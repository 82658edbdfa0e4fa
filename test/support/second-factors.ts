import { generate } from "otplib";
import type { Page, TestBrowser } from "./browser-session.ts";
import { now } from "./clock.ts";
import { type AMember, type ASite, password } from "./world.ts";

const period = 30_000;

/** The code that an authenticator app shows, `steps` periods from now. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor((now().getTime() + steps * period) / 1000) });

/** An authenticator app of a member, with the browser in which it was set up. */
export interface AnApp {
  secret: string;
  recoveryCodes: string[];
  browser: TestBrowser;
}

export const secretIn = ({ body }: Page): string =>
  /<code class="by-hand">([A-Z2-7 ]+)<\/code>/.exec(body)![1]!.replaceAll(" ", "");

export const recoveryCodesIn = ({ body }: Page): string[] =>
  [...body.matchAll(/<li><code>([A-Z0-9-]+)<\/code><\/li>/g)].map(([, code]) => code!);

/** Sets up an app on the page of the account. The code of the current period is then spent. */
export async function setUpApp(site: ASite, member: AMember): Promise<AnApp> {
  const browser = await site.signedIn(member);
  const page = await browser.open("/account/security/app");
  const secret = secretIn(page);
  const done = await browser.submit(page, { code: await codeOf(secret) });
  const recoveryCodes = recoveryCodesIn(done);
  if (recoveryCodes.length === 0) throw new Error(`The app was not set up: ${done.status} ${done.address}`);
  return { secret, recoveryCodes, browser };
}

/** Enters email and password. Returns the page that follows: that of the second step, if one is needed. */
export const enterPassword = async (browser: TestBrowser, member: AMember, address = "/sign-in"): Promise<Page> =>
  browser.submit(await browser.open(address), { email: member.email, password });

/** Enters the code of an app, or a recovery code, on the page of the second step. */
export const enterCode = (browser: TestBrowser, page: Page, code: string): Promise<Page> =>
  browser.submit(page, { code }, /action="(\/sign-in\/code[^"]*)"/.exec(page.body)![1]);

export const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.open("/account")).address === "/account";
