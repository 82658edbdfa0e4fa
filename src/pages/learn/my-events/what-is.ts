import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import type { Canceled } from "../../views/learn/my-events/cancel.ts";

/** Returns what the member would cancel. */
export const whatIs = ({ kind, state }: Pick<ScheduleItem, "kind" | "state">): Canceled =>
  kind === "session" ? "session" : state === "waitlisted" || state === "offered" ? "waitlist" : "event";
