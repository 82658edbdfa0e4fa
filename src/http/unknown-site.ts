import { parseOrigin, type Site, siteFrom } from "#domain/platform/site/site.ts";

/**
 * Stands for the site of a host that cannot be looked up, so that the surface of the address can report the outage in
 * its own format. No row belongs to its ID. Returns undefined for a host that no site can have.
 */
export function unknownSite(protocol: string, host: string): Site | undefined {
  const address = parseOrigin(`${protocol}://${host}`);
  return (
    address &&
    siteFrom({
      ...address,
      id: "00000000-0000-0000-0000-000000000000",
      name: address.host,
      description: "",
      defaultLocale: "en",
      mode: "live",
      isDemo: false,
      verifiedSender: null,
      settings: {},
    })
  );
}
