import type { Context, SiteScope } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { formatId } from "#domain/platform/ids.ts";
import { seam } from "#domain/platform/seam.ts";
import type { EnrollmentRow } from "./enrollment.ts";

type Sourced = Pick<EnrollmentRow, "source" | "sourceId">;

/** Finds the orders of order lines: order id by line id. */
export const ordersOfLines = seam<[scope: SiteScope, lineIds: readonly string[]], ReadonlyMap<string, string>>(
  "finds the orders of order lines",
);

/**
 * Returns the API IDs of the orders, subscriptions and groups that gave enrollments, keyed by `sourceId`. Omits those that the
 * caller may not read. Loads the orders in one statement.
 */
export async function visibleSources(
  context: Context,
  enrollments: readonly Sourced[],
): Promise<ReadonlyMap<string, string>> {
  const { caller } = context;
  const idsOf = (source: EnrollmentRow["source"]) =>
    enrollments.flatMap((one) => (one.source === source && one.sourceId !== null ? one.sourceId : []));
  const lineIds = holdsScope(caller, "orders:read") ? idsOf("purchase") : [];
  const subscriptionIds = holdsScope(caller, "subscriptions:read") ? idsOf("membership") : [];
  const orderIds = await ordersOfLines.call(context, lineIds);
  const groupIds = idsOf("group");
  return new Map([
    ...[...orderIds].map(([lineId, orderId]) => [lineId, formatId("order", orderId)] as const),
    ...subscriptionIds.map((id) => [id, formatId("subscription", id)] as const),
    ...groupIds.map((id) => [id, formatId("group", id)] as const),
  ]);
}
