import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import type { Page, TestBrowser } from "../browser-session.ts";
import type { InhabitedSite } from "../inhabited-site.ts";

export type Answers = Promise<LightMyRequestResponse[]>;
/** Tries at one site what was made at the other, shows that it is refused, and hands over what was answered. */
export type Attempt = (there: InhabitedSite, here: InhabitedSite) => Answers;

export function assertRefused(answer: LightMyRequestResponse, status: number, error: string): void {
  assert.equal(answer.json<{ error: string }>().error, error, answer.body);
  assert.equal(answer.statusCode, status);
}

export const cookiesOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A browser that shows at this site the cookies it has from the other. */
export function visitor(there: InhabitedSite, here: InhabitedSite): TestBrowser {
  const browser = here.site.browser();
  for (const [name, value] of there.browser.cookies) browser.cookies.set(name, value);
  return browser;
}

export function sessionCookie({ cookies }: TestBrowser): { name: string; value: string } {
  const [name, value] = [...cookies].find(([key]) => key.includes("_session"))!;
  return { name, value };
}

export const csrfOf = ({ body }: Pick<Page, "body">): string => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

/** A proof against forgery that a browser was given at the other site. */
export const foreignCsrf = async ({ site }: InhabitedSite): Promise<string> =>
  csrfOf(await site.browser().open("/sign-in"));
