import type { Queries } from "#database/database.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Environment } from "#lib/settings/environment.ts";
import { everySite } from "./every-site.ts";
import { listDemoSites } from "./queries.ts";
import type { Site } from "./site.ts";

/** Hosts that name this machine, with or without a port (RFC 6761 §6.3). */
export const isLoopbackHost = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);

/**
 * Returns the reason why this environment does not serve the site; undefined if it does. Development conveniences are
 * safe on loopback origins only. The passwords of demo sites are in a file and a terminal.
 */
export function whyNotServed({ host, isDemo }: Pick<Site, "host" | "isDemo">, environment: Environment) {
  if (environment === "production") {
    return isDemo ? "It is a demo site, which LECTERN_ENV=production does not serve." : undefined;
  }
  if (isLoopbackHost(host)) return undefined;
  return `LECTERN_ENV is ${environment}, which serves loopback origins like http://localhost:8080 only. Set LECTERN_ENV=production and LECTERN_SECRET_KEY to serve this site.`;
}

/** Throws `validation_failed` for a new site that this environment would not serve. */
export function requireServable(site: { origin: string; host: string }, environment: Environment): void {
  const why = whyNotServed({ ...site, isDemo: false }, environment);
  if (why) throw validationFailed("/origin", "not_served", `${site.origin} was not created. ${why}`);
}

/** Lists the oldest sites that this environment does not serve, at most `limit`. */
export async function findUnservedSites(db: Queries, environment: Environment, limit: number): Promise<Site[]> {
  if (environment === "production") return listDemoSites(db, limit);
  const unserved: Site[] = [];
  for await (const site of everySite(db)) {
    if (whyNotServed(site, environment) !== undefined) unserved.push(site);
    if (unserved.length === limit) break;
  }
  return unserved;
}
