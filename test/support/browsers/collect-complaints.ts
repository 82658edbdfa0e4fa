import type { Page } from "playwright-core";

/** Depends on time: a test enters text before the page has focused a field. */
const harmless = /^Autofocus processing was blocked/;

/** Collects the messages in the console of a page. */
export function collectComplaints(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    if (!harmless.test(message.text())) complaints.push(message.text());
  });
}
