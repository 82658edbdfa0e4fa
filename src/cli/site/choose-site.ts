import { Option } from "commander";
import { parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findSite, findSiteByHost, listSites } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { parseOrigin } from "#lib/settings/origin.ts";
import type { Installation } from "#server/installation.ts";
import { UsageError } from "../terminal/errors.ts";

export const siteOption = () =>
  new Option("--site <site>", "origin, host or ID of the site; optional if there is only one");

/** Returns the named site, or the only one. */
export async function chooseSite({ database }: Installation, named: string | undefined): Promise<Site> {
  if (named !== undefined) return requireSite({ database }, named);
  const [only, ...others] = await listSites(database, { limit: 11 });
  if (!only) throw new Problem("not_found", "There are no sites yet. Create one: lectern site create --help");
  if (others.length === 0) return only;
  const origins = [only, ...others].slice(0, 10).map(({ origin }) => `  --site ${origin}`);
  throw new UsageError(`There are several sites. Specify one:\n${origins.join("\n")}`);
}

export async function requireSite({ database }: Pick<Installation, "database">, named: string): Promise<Site> {
  const id = parseId("site", named);
  const host = parseOrigin(named)?.host ?? named.toLowerCase();
  const site = id ? await findSite(database, id) : await findSiteByHost(database, host);
  if (site) return site;
  throw new Problem("not_found", `There is no site ${named}. \`lectern site list\` lists all sites.`);
}
