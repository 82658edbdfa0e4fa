import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { fromWire } from "#lib/wire/names.ts";

/** Statuses in which an action makes sense, where time or payments change the status too. */
const offered: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  enrollment: {
    revoke: ["active", "completed", "scheduled"],
    expire: ["active", "completed", "scheduled"],
    reactivate: ["expired", "revoked"],
  },
  member: { suspend: ["active", "invited"], unsuspend: ["suspended"], send_password_email: ["active"] },
  subscription: {
    cancel: ["trialing", "active", "past_due", "paused"],
    resume: ["paused", "active", "past_due"],
    pause: ["active"],
  },
  event_registration: {
    check_in: ["registered"],
    undo_check_in: ["checked_in"],
    cancel: ["registered", "waitlisted"],
  },
  consulting_booking: {
    reschedule: ["pending", "confirmed"],
    cancel: ["pending", "confirmed"],
    complete: ["pending", "confirmed"],
  },
  certificate: { revoke: ["valid"] },
  job: { cancel: ["queued", "running"] },
  message: { cancel: ["scheduled", "sending"] },
  invitation: { resend: ["pending", "expired"], delete: ["pending"] },
};

/** True if a page should offer an action for a resource in this status. The operation decides when it is used. */
export function isOffered(object: string, action: string, status: unknown): boolean {
  if (typeof status !== "string") return true;
  const kind = fromWire(object);
  const possible = isFieldOf(lifecycles, kind) ? lifecycles[kind].isPossible(action, status) : undefined;
  const statuses = offered[object]?.[action];
  return possible ?? (statuses === undefined || statuses.includes(status));
}
