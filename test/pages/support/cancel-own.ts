import type { Page, TestBrowser } from "../../support/browser-session.ts";

/** The address at which a page offers to cancel a registration, a place on a waitlist or a session. */
export const cancelLinkIn = ({ body }: Pick<Page, "body">): string | undefined =>
  /href="(\/account\/events\/[^"]+\/cancel)"/.exec(body)?.[1];

/** Follows the first such link of a page, and confirms. */
export async function cancelOwn(browser: TestBrowser, page: Page): Promise<Page> {
  const address = cancelLinkIn(page);
  if (address === undefined) throw new Error(`Nothing to cancel at ${page.address}.`);
  return browser.submit(await browser.open(address), {}, address);
}
