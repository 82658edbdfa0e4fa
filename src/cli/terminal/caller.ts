import type { RequestContext } from "#domain/platform/context.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Installation } from "#server/installation.ts";

/** The context of a command at a site, with the rights of the machine's operator. */
export const asCli = ({ database }: Installation, site: Site, now: Date): RequestContext => ({
  db: database,
  site,
  caller: { kind: "cli" },
  now,
  requestId: null,
  address: null,
});
