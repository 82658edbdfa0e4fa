import type { Page, TestBrowser } from "../browser-session.ts";

/** Opens a page with the form that starts its course through a membership. Returns what submits the form. */
export async function openStartForm(browser: TestBrowser, path: string): Promise<() => Promise<Page>> {
  const page = await browser.open(path);
  const [, action] = /<form method="post" action="([^"]+\/start)"/.exec(page.body) ?? [];
  return () => browser.submit(page, {}, action);
}
