import type { RequestContext } from "#domain/platform/context.ts";
import type { Site } from "#domain/site/sites/site.ts";
import type { Installation } from "../installation.ts";

/** Whoever may run the command on the machine, at one site. */
export const asCli = ({ database }: Installation, site: Site, now: Date): RequestContext => ({
  db: database,
  site,
  caller: { kind: "cli" },
  now,
  requestId: null,
  address: null,
});
