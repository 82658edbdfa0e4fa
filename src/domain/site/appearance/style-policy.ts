import type { AddressPolicy } from "#lib/css/address-policy.ts";

/** What custom CSS may load: public files of the site, by their path, and `data:` images and fonts. */
export const stylePolicyAt = (origin: string): AddressPolicy => ({ origin, path: filePath, embedded });

/** A file of the site, or one of its variants. Nothing else: other paths may redirect, and a query could carry data. */
const filePath = /^\/files\/[\w-]{1,64}(\/[\w-]{1,32})?$/;

/** Images and fonts. Documents in `data:` addresses are not loaded by style sheets. */
const embedded = /^data:(image\/|font\/|application\/(x-)?font-|application\/vnd\.ms-fontobject[;,])/i;
