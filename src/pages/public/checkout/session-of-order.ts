import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findMySessions } from "#domain/sales/consulting-bookings/my-sessions.ts";
import type { OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import type { SessionOfOrder } from "#pages/views/public/session-of-order.ts";
import type { PublicPageRequest } from "../page-request.ts";

const consulting = /^\/consulting\/([^/]+)$/;

/** Reads the sessions of the member for an order of consulting. Undefined for other orders. */
export async function readSessionOfOrder(
  { context }: PublicPageRequest,
  { lines, held }: OwnOrder,
): Promise<SessionOfOrder | undefined> {
  const path = lines[0]?.path ?? "";
  const [, slug] = consulting.exec(path) ?? [];
  if (slug === undefined) return undefined;
  try {
    const { id, timeZone, format } = await perform(showConsultingService, context, {
      service: decodeURIComponent(slug),
    });
    const serviceId = formatId("consultingService", id);
    const { left, bookings } = await perform(findMySessions, context, { serviceId });
    const timesOf = (times: { startsAt: Date; endsAt: Date }) => ({ ...times, timeZone, format });
    return {
      path,
      left,
      booked: bookings.map(({ startsAt, endsAt }) => timesOf({ startsAt, endsAt })),
      held: held && { ...timesOf(held), heldUntil: held.heldUntil, isOver: held.heldUntil <= context.now },
    };
  } catch (error) {
    // The service is not in the catalog any longer.
    if (error instanceof Problem && error.code === "not_found") return undefined;
    throw error;
  }
}
