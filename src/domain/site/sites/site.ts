import { SiteSettings } from "./settings.ts";

/** The languages that a site's pages can be in (BCP 47). */
export const locales = ["en", "zh-TW"] as const;

/** One learning site: an origin, an OAuth issuer and an RFC 8707 resource, all the same string. */
export interface Site {
  id: string;
  /** Scheme, host and port, without a slash at the end. */
  origin: string;
  host: string;
  name: string;
  description: string;
  /** One of `locales`. */
  defaultLocale: string;
  mode: "live" | "test";
  /** Created with demo accounts, whose passwords are not secret. */
  isDemo: boolean;
  /** The sender address that was verified last. It counts as long as the setting is the same. */
  verifiedSender: string | null;
  settings: SiteSettings;
}

export type SiteRow = Omit<Site, "settings"> & { settings: unknown };

/** Settings that a site has not set have their defaults. */
export const siteFrom = (row: SiteRow): Site => ({ ...row, settings: SiteSettings.parse(row.settings) });

/** `https://school.example:8443`: a web origin as browsers write it (RFC 6454 §6.2), or undefined. */
export function parseOrigin(text: string): { origin: string; host: string } | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, host, pathname, search, hash, username, password } = new URL(text);
  const bare = pathname === "/" && !search && !hash && !username && !password;
  return (protocol === "https:" || protocol === "http:") && bare ? { origin, host } : undefined;
}
