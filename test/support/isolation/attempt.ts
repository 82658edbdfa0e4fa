import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { describeFailure } from "../assert-status.ts";
import type { Page, TestBrowser } from "../browser-session.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";

export type Answers = Promise<LightMyRequestResponse[]>;
/** Uses data of one site at the other, asserts that it is rejected, and returns the responses. */
export type Attempt = (there: InhabitedSite, here: InhabitedSite) => Answers;

export function assertRefused(answer: LightMyRequestResponse, status: number, error: string): void {
  assert.equal(answer.json<{ error: string }>().error, error, describeFailure(answer.body));
  assert.equal(answer.statusCode, status);
}

export const cookiesOf = ({ cookies }: TestBrowser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A browser that sends the cookies of the other site to this one. */
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

/** A form token issued at the other site. */
export const foreignCsrf = async ({ site }: InhabitedSite): Promise<string> =>
  csrfOf(await site.browser().open("/sign-in"));
