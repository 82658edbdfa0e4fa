import * as z from "zod";
import type { Caller } from "#access/caller.ts";
import type { Queries } from "#database/database.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { explicitSettingsOf } from "./explicit-settings.ts";
import { insertSite } from "#domain/platform/site/queries.ts";
import { isLoopbackHost } from "#domain/platform/site/served-sites.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { type Site, siteFrom } from "#domain/platform/site/site.ts";
import { parseOrigin } from "#lib/settings/origin.ts";

export const NewSite = z.object({
  origin: z.string(),
  name: trimmed().min(1, "A site needs a name.").max(100, "The name of a site has at most 100 characters."),
  description: trimmed().max(1000, "The description has at most 1,000 characters.").default(""),
  locale: z
    .string()
    .refine(isLocale, `Expected ${locales.join(" or ")}.`)
    .default("en"),
  settings: SiteSettings.partial().default({}),
  isDemo: z.boolean().default(false),
});

/** Creates a site with all its initial rows. Requires a transaction. Throws `validation_failed` or `conflict`. */
export async function createSite(
  db: Queries,
  input: z.input<typeof NewSite>,
  now: Date,
  caller: Caller = { kind: "cli" },
): Promise<Site> {
  const { name, description, locale, settings: checked, isDemo } = parse(input);
  const settings = explicitSettingsOf(checked, input.settings);
  const { origin, host } = requireOrigin(input.origin);
  const described = { name, description, defaultLocale: locale, isDemo, verifiedSender: null };
  const row = { id: newId(), origin, host, ...described, mode: "live", settings } as const;
  if (!(await insertSite(db, row, now))) {
    throw new Problem("conflict", `A site at ${host} already exists. Each site needs its own host or port.`);
  }
  const site = siteFrom(row);
  const context = { db, site, caller, now, requestId: null, address: null };
  await recordAudit(context, "createSite", about("site", site.id));
  return site;
}

function parse(input: z.input<typeof NewSite>) {
  const result = NewSite.safeParse(input, { error: formatIssue });
  if (result.success) return result.data;
  const issue = firstIssue(result.error);
  throw invalid(`/${issue.path.join("/")}`, issue.message);
}

/** Tokens and passwords are sent to this origin, so plain HTTP is allowed on loopback only. */
export function requireOrigin(text: string) {
  const parsed = parseOrigin(text);
  if (!parsed)
    throw invalid(
      "/origin",
      `${text} is not an origin. Expected https://, a host and optionally a port, without a path.`,
    );
  if (parsed.origin.startsWith("https:") || isLoopbackHost(parsed.host)) return parsed;
  throw invalid("/origin", `A site must use https: https://${parsed.host}. Only loopback hosts may use http.`);
}

function isLocale(text: string): boolean {
  return locales.some((locale) => locale === text);
}

const invalid = (pointer: string, detail: string) =>
  new Problem("validation_failed", detail, { errors: [{ pointer, code: "invalid", detail }] });
