import { dimensions, filterOf, personal } from "#domain/analytics/dimensions.ts";
import { type MetricName, metrics } from "#domain/analytics/metrics.ts";
import { toWire } from "#lib/wire/names.ts";
import type { RequestTemplate } from "../../support/openapi/request.ts";

/** Removes dimensions that the metric does not have, or cannot combine. */
export function byOneDimension(query: RequestTemplate["query"]): RequestTemplate["query"] {
  const parameters = new Map(query);
  const known = metrics[parameters.get("metric") as MetricName].dimensions;
  const grouped = known.find((dimension) => dimension === parameters.get("group_by"));
  const kept =
    grouped ?? known.find((dimension) => !personal.has(dimension) && parameters.has(toWire(filterOf[dimension])));
  const dropped = new Set(dimensions.filter((dimension) => dimension !== kept).map((one) => toWire(filterOf[one])));
  return query.filter(([name]) => !dropped.has(name) && (name !== "group_by" || grouped !== undefined));
}
