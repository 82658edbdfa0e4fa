import type { SiteScope } from "#domain/platform/context.ts";
import { cleanTexts } from "#domain/platform/texts/clean-texts.ts";
import { only } from "#lib/collections/only.ts";
import type { AddressPolicy } from "#lib/css/address-policy.ts";

/** Custom CSS without what could harm readers of a page, or why it cannot be used. Runs outside of the event loop. */
export async function cleanCustomCss({ site }: Pick<SiteScope, "site">, text: string) {
  return only(await cleanTexts({ site }, [{ form: "css" as const, text, policy: stylePolicyAt(site.origin) }]));
}

/** The address policy of custom CSS: public files of the site by path, and `data:` images and fonts. */
export const stylePolicyAt = (origin: string): AddressPolicy => ({ origin, path: filePath, embedded });

/** A file of the site or one of its variants. Other paths may redirect, and a query could exfiltrate data. */
const filePath = /^\/files\/[\w-]{1,64}(\/[\w-]{1,32})?$/;

/** Images and fonts. Style sheets do not load documents from `data:` URLs. */
const embedded = /^data:(image\/|font\/|application\/(x-)?font-|application\/vnd\.ms-fontobject[;,])/i;
