import type { Site } from "#domain/platform/site/site.ts";

export const issuerAddress = ({ origin }: Site): string => `${origin}/certificates/issuer`;

/** Profile of the school (Open Badges 3.0 §B.1.15). */
export const issuerProfile = (site: Site) => ({
  id: issuerAddress(site),
  type: ["Profile"],
  name: site.name,
  url: site.origin,
});

/** The same as a document of its own. */
export const issuerDocument = (site: Site) => ({ "@context": contexts, ...issuerProfile(site) });

export const contexts = [
  "https://www.w3.org/ns/credentials/v2",
  "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
  // Defines the type of `credentialSchema`.
  "https://purl.imsglobal.org/spec/ob/v3p0/extensions.json",
];
