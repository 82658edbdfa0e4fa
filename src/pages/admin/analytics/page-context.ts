import type { FastifyRequest } from "fastify";
import { zoneOf } from "#domain/analytics/period.ts";
import type { Context } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { AnalyticsContext } from "#pages/views/admin/analytics/frame.ts";
import { type AnalyticsPageName, analyticsPages } from "./addresses.ts";
import { readPeriod } from "./period.ts";

/** Builds the page context for the requested period, in the school's time zone. */
export async function pageContextOf(
  context: Context,
  { query }: Pick<FastifyRequest, "query">,
  target: { page: AnalyticsPageName; path: string; more?: Record<string, string>; compares?: boolean },
): Promise<AnalyticsContext> {
  const timeZone = await zoneOf(context, undefined);
  const period = readPeriod(asRecord(query), timeZone, context.now);
  return { ...target, period, pages: pagesFor(context) };
}

const pagesFor = ({ caller }: Context): AnalyticsPageName[] =>
  typedKeys(analyticsPages).filter((name) => {
    if (name === "revenue") return holdsScope(caller, "orders:read");
    return name !== "subscriptions" || holdsScope(caller, "subscriptions:read");
  });
