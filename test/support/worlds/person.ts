import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type AMember, password } from "../world.ts";

/** A new browser context without other cookies. */
export async function aPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

export async function signIn(page: Page, member: Pick<AMember, "email">): Promise<void> {
  await page.getByLabel("Email address").fill(member.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Reads the consent page and returns its text. */
export async function readConsent(page: Page, clientName: string): Promise<string> {
  await page.getByRole("button", { name: "Allow" }).waitFor();
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), new RegExp(`Allow ${clientName}`));
  return page.locator("main").innerText();
}

export const decide = (page: Page, decision: "Allow" | "Deny") => page.getByRole("button", { name: decision }).click();
