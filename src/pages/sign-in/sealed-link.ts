import { type Holder, ofBrowser, sealedTexts } from "../forms/sealed-values.ts";

const links = sealedTexts("mailed link");

/**
 * Encrypts the secret of a mailed link for the address to return to after sign-in. Such addresses are logged and stored,
 * where the secret itself must not occur. It opens in this browser only.
 */
export const sealLink = (holder: Holder, link: string): string => links.seal(holder.csrfKey, ofBrowser(holder), link);

/** Returns undefined for a link of another browser or site. */
export const openSealedLink = (holder: Holder, sealed: string): string | undefined =>
  sealed.length > 400 ? undefined : links.open(holder.csrfKey, ofBrowser(holder), sealed);
