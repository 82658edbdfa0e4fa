import type { TestBrowser } from "../../support/browser-session.ts";
import { type AMember, type ASite, password } from "../../support/world.ts";
import { signIn } from "./sign-up-forms.ts";
import { tokenIn } from "./unsaved-forms.ts";

export const message =
  "This page has expired, for example because you signed in or out after opening it. Nothing has been saved. Submit the form again.";
export const messageOfForms =
  "This page has expired, for example because you signed in in another tab. Check your answers and submit again.";
/** A token of an earlier session of the browser, in which the person signs in again. */
export async function staleToken(
  site: ASite,
  browser: TestBrowser,
  { email }: Pick<AMember, "email">,
): Promise<string> {
  const csrf = tokenIn((await browser.open("/account")).body);
  await browser.request("POST", "/sign-out", { csrf });
  await signIn(site, email, password, browser);
  return csrf;
}
