import type { ResolveAddress } from "#lib/css/clean-css.ts";

/** A file of the site or one of its variants. Other paths may redirect, and a query could exfiltrate data. */
const filePath = /^\/files\/[\w-]{1,64}(\/[\w-]{1,32})?$/;

/** Images and fonts. Style sheets do not load documents from `data:` URLs. */
const embedded = /^data:(image\/|font\/|application\/(x-)?font-|application\/vnd\.ms-fontobject[;,])/i;

/** Resolves URLs in custom CSS. Allows public files of the site by path, and `data:` images and fonts. */
export const styleAddressAt =
  (origin: string): ResolveAddress =>
  (written) => {
    const address = written.trim();
    if (embedded.test(address)) return address;
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
    return filePath.test(path) ? path : undefined;
  };
