import type { Site } from "#domain/platform/site/site.ts";

type Settings = Pick<Site, "settings">;

/** Returns true if the site accepts clients described by documents. Published by discovery. */
export const admitsDocuments = ({ settings }: Settings): boolean =>
  settings.openClientMetadataDocuments || settings.clientMetadataHosts.length > 0;

/** Compares hosts exactly, without subdomains (contract §5.2.3): `apps.example`, or with a port other than 443. */
export const admitsHost = ({ settings }: Settings, host: string): boolean =>
  settings.openClientMetadataDocuments ||
  settings.clientMetadataHosts.some((listed) => listed.replace(/:443$/, "") === host);

export const hostOf = (metadataUrl: string): string => new URL(metadataUrl).host;

/**
 * Returns true if the site still accepts the client's document. Once its host is off the list, the client and its
 * tokens are unknown here, until the host is listed again.
 */
export const isAdmitted = (site: Settings, { metadataUrl }: { metadataUrl: string | null }): boolean =>
  metadataUrl === null || admitsHost(site, hostOf(metadataUrl));
