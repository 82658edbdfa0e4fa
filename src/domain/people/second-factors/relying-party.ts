import { isIP } from "node:net";
import type { Site } from "#domain/platform/site/site.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";

/** The relying party of passkeys (WebAuthn Level 3 §5.1.3): the stored host of the site, whatever a request says. */
export const relyingPartyOf = ({ origin }: Pick<Site, "origin">): string => new URL(origin).hostname;

/** Browsers offer passkeys at secure origins with a domain (WebAuthn Level 3 §5.1.3, steps 6 and 7). */
export function supportsPasskeys(site: Pick<Site, "origin" | "host">): boolean {
  const { protocol, hostname } = new URL(site.origin);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) return false;
  return protocol === "https:" || isLoopbackHost(site.host);
}
