import type { Queries } from "#database/database.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Context } from "./context.ts";

const system = { kind: "system" } as const;

/** The context of a job, which no member or client has requested. */
export const systemContext = <Db extends Queries>(db: Db, site: Site, now: Date) => ({
  db,
  site,
  caller: system,
  now,
  requestId: null,
  address: null,
});

/** Continues as the system, without the conditions of the request, where the caller's roles do not decide. */
export const asSystem = <Caller extends Context>(context: Caller) => ({
  ...context,
  caller: system,
  ifMatch: undefined,
  ifNoneMatch: undefined,
});
