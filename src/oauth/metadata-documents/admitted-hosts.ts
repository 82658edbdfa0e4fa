import type { Site } from "#domain/site/sites/site.ts";

type Settings = Pick<Site, "settings">;

/** Whether any client may be described by a document at this site: what discovery tells. */
export const admitsDocuments = ({ settings }: Settings): boolean =>
  settings.openClientMetadataDocuments || settings.clientMetadataHosts.length > 0;

/**
 * Hosts are compared as they are, without their subdomains (contract §5.2.3): `apps.example`, or with its port where that
 * is not 443.
 */
export const admitsHost = ({ settings }: Settings, host: string): boolean =>
  settings.openClientMetadataDocuments ||
  settings.clientMetadataHosts.some((listed) => listed.replace(/:443$/, "") === host);

export const hostOf = (metadataUrl: string): string => new URL(metadataUrl).host;

/**
 * Whether the site still accepts the client's document. Once its host is off the list the client is unknown here, its
 * tokens too, until the host is back.
 */
export const isAdmitted = (site: Settings, { metadataUrl }: { metadataUrl: string | null }): boolean =>
  metadataUrl === null || admitsHost(site, hostOf(metadataUrl));
