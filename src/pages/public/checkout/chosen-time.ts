import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { ChosenTime } from "#pages/views/public/chosen-time.ts";
import type { PublicPageRequest } from "../page-request.ts";

/** A time in the address of the checkout: `2026-03-29T09:00:00.000Z`. */
export const startIn = (value: unknown): string | undefined =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** Reads the chosen time of a consulting session. `gone`: it cannot be booked, or no longer. */
export async function readChosenTime(
  { context }: PublicPageRequest,
  item: string,
  startsAt: string | undefined,
): Promise<ChosenTime | "gone" | undefined> {
  if (startsAt === undefined || parseId("consultingService", item) === undefined) return undefined;
  const from = new Date(startsAt);
  const to = new Date(from.getTime() + 1).toISOString();
  try {
    const service = await perform(showConsultingService, context, { service: item, from: startsAt, to });
    const slot = service.slots.find((one) => one.startsAt.getTime() === from.getTime());
    if (!slot) return "gone";
    const { timeZone, format } = service;
    return { startsAt: slot.startsAt, endsAt: slot.endsAt, timeZone, format };
  } catch (error) {
    if (error instanceof Problem) return "gone";
    throw error;
  }
}
