import type { Page } from "playwright-core";

/** Ends the process of a page, as a crash does. */
export async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  // Never answered: the page is gone.
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}
