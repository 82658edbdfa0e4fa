import type { SiteScope } from "#domain/platform/context.ts";
import { cleanTexts } from "#domain/content/markdown/clean-texts.ts";
import { only } from "#lib/only.ts";
import { stylePolicyAt } from "./style-policy.ts";

/** Custom CSS without what could harm readers of a page, or why it cannot be used. Runs outside of the event loop. */
export async function cleanCustomCss({ site }: Pick<SiteScope, "site">, text: string) {
  return only(await cleanTexts({ site }, [{ form: "css" as const, text, policy: stylePolicyAt(site.origin) }]));
}
