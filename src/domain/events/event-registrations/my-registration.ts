import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { findEventDiscount } from "#domain/memberships/subscriptions/benefits.ts";
import { findRegistrationOf } from "./queries.ts";
import { mayCancel } from "./registration-rules.ts";

/** The visitor's own registration, and the time window of registration. */
export const findMyRegistration = operation({
  name: "findMyRegistration",
  summary: "Retrieve the member's registration for an event",
  reads: forAnyone,
  input: z.object({ eventId: Id("event") }),
  output: z.object({
    registration: z
      .object({
        id: Id("eventRegistration"),
        status: z.enum(["registered", "waitlisted", "checked_in", "no_show"]),
        checkInCode: z.string(),
        onlineUrl: z.string().nullable(),
        mayCancel: z.boolean(),
        ticketId: Id("eventTicket"),
        /** False: the member has to pay for the seat that they wait for. */
        isFree: z.boolean(),
        /** A seat is reserved until then, for a member on the waitlist who has to pay for it. */
        offeredUntil: z.date().nullable(),
      })
      .nullable(),
    /** The time window in which members can register themselves. */
    window: z.enum(["not_open", "open", "over"]),
    opensAt: z.date().nullable(),
    /** Discount of the visitor's memberships on tickets, in percent. */
    discountPercent: z.number().int(),
  }),
  async run(context, { eventId }) {
    const { db, site, caller, now } = context;
    const memberId = memberOf(caller);
    const event = await db.one<{
      startsAt: Date;
      opensAt: Date | null;
      closesAt: Date | null;
      onlineUrl: string | null;
    }>`
      select starts_at, registration_opens_at as opens_at, registration_closes_at as closes_at, online_url
        from events where site_id = ${site.id} and id = ${eventId}`;
    const { onlineUrl, opensAt, closesAt } = event;
    const isOver = closesAt !== null && closesAt <= now;
    const window = opensAt !== null && opensAt > now ? "not_open" : isOver ? "over" : "open";
    const ownRegistration = memberId === null ? undefined : await findRegistrationOf(context, { memberId, eventId });
    const discountPercent = await findEventDiscount(context);
    if (!ownRegistration) return { registration: null, window, opensAt, discountPercent } as const;
    const isIn = ownRegistration.status === "registered" || ownRegistration.status === "checked_in";
    const { id, status, checkInCode, ticketId, isFree } = ownRegistration;
    const offeredUntil =
      ownRegistration.offeredUntil !== null && ownRegistration.offeredUntil > now ? ownRegistration.offeredUntil : null;
    const registration = {
      id,
      status,
      checkInCode,
      ticketId,
      isFree,
      offeredUntil,
      onlineUrl: isIn ? onlineUrl : null,
    };
    const mine = { ...registration, mayCancel: mayCancel(event, ownRegistration, now) };
    return { registration: mine, window, opensAt, discountPercent } as const;
  },
});
