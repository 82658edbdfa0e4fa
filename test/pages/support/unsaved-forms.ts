import assert from "node:assert/strict";
import { cookieName } from "#http/cookies.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import type { ASite } from "../../support/world.ts";

export const tokenIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

/** The encrypted form that a sign-in page carries. */
export const unsavedIn = ({ body }: Pick<Page, "body">): string =>
  /name="unsaved" value="([\w-]+)"/.exec(body)?.[1] ?? assert.fail(body);

/** Ends the session of the browser as its expiry does: the browser drops the cookie. */
export const loseSession = ({ site }: ASite, browser: TestBrowser): void =>
  void browser.cookies.delete(cookieName(site, "session"));

/** Submits a form and returns the response as a page of its own address. */
export async function submitted(browser: TestBrowser, address: string, fields: Record<string, string>): Promise<Page> {
  const response = await browser.request("POST", address, fields);
  return { address, status: response.statusCode, body: response.body, response };
}

/** The form that posts to the address, as a browser reads it. */
export function formIn(body: string, action: string): string {
  const start = body.indexOf(`action="${action}"`);
  assert.notEqual(start, -1, body);
  return body.slice(start, body.indexOf("</form>", start));
}
