import type { Browser, Page } from "playwright-core";
import { newId } from "#domain/platform/ids.ts";
import type { LiveSite } from "../../support/worlds/live-site.ts";
import { aPerson, signIn } from "../../support/worlds/person.ts";

/** A page of an owner who is signed in at a live site. */
export async function anOwner(
  live: LiveSite,
  browser: Browser,
  options: Parameters<typeof aPerson>[1] = {},
): Promise<Page> {
  const owner = await live.site.member({ email: `${newId()}@example.test`, roles: ["owner"] });
  const page = await aPerson(browser, options);
  await page.goto(`${live.origin}/sign-in?return_to=/admin/coupons`);
  await signIn(page, owner);
  await page.waitForURL(`${live.origin}/admin/coupons`);
  return page;
}
