import { SiteSettings } from "./settings.ts";

/** One learning site: an origin, an OAuth issuer and an RFC 8707 resource, all the same string. */
export interface Site {
  id: string;
  /** Scheme, host and port, without a trailing slash. */
  origin: string;
  host: string;
  name: string;
  description: string;
  /** One of `locales`. */
  defaultLocale: string;
  mode: "live" | "test";
  /** Created with demo accounts, whose passwords are not secret. */
  isDemo: boolean;
  /** The last verified sender address. It is effective only while it equals the setting. */
  verifiedSender: string | null;
  settings: SiteSettings;
}

export type SiteRow = Omit<Site, "settings"> & { settings: unknown };

/** Fills in defaults. */
export const siteFrom = (row: SiteRow): Site => ({ ...row, settings: SiteSettings.parse(row.settings) });
