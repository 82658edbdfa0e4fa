import assert from "node:assert/strict";
import { memberIn } from "../../pages/sign-in/support/provider-site.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";

/** Asserts that the page reports a failed sign-in, and opened no session. */
export async function assertRefused(page: Page, browser: TestBrowser, status = 400): Promise<void> {
  assert.equal(page.status, status, page.body.slice(0, 2000));
  assert.match(page.body, /Sign-in did not work|Connect Harbour SAML first/);
  assert.equal(await memberIn(browser), undefined);
}
