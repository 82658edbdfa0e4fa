import { v5 } from "uuid";
import * as z from "zod";
import { guestCaller } from "#access/caller.ts";
import { addGuest } from "#domain/people/guests/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { EmailAddress, emailKey } from "#domain/platform/email.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Outcome, outcomeOf } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { limitHolds } from "#domain/sales/consulting-bookings/sessions-of-orders.ts";
import { networkOf } from "#lib/network.ts";
import { OrderInput, place, Placed } from "./place-order.ts";

/**
 * Orders an item for a visitor without an account: adds a guest and a session that shows only what the guest buys.
 * Nothing depends on whether the address has an account, so that the answer does not disclose it. The receipt by email
 * proves the address. Throws what `placeOrder` throws, and `role_required` for what needs a proven address.
 */
export const placeGuestOrder = operation({
  name: "placeGuestOrder",
  summary: "Place an order without an account",
  writes: { only: ["anonymous", "session"] },
  input: OrderInput.omit({ coupon: true }).extend({
    email: EmailAddress,
    /** Language of the page, for the emails. */
    locale: z.enum(locales),
    /** Secret of the browser's own cookie. */
    browser: z.string().min(1),
    userAgent: z.string(),
  }),
  output: Placed.extend({ memberId: Id("member"), session: z.string() }),
  async prepare(context, { email, startsAt }) {
    await requireWithin(context, limits.guestOrderPerAddress, networkOf(context.address));
    await requireWithin(context, limits.guestOrderPerRecipient, emailKey(email));
    await requireWithin(context, limits.guestOrderPerSite, "");
    if (startsAt !== undefined) await limitHolds(context, null);
    return {};
  },
  async run(context, { email, locale, browser, userAgent, ...order }) {
    const id = guestIdOf(context, browser, order.key);
    const added = await addGuest(context, { id, email, locale });
    const guest = added ?? (await findMember(context, id));
    // The form was sent again after the address had been proven.
    if (guest?.status !== "invited") throw new Problem("already_exists", "This order was placed before. Sign in.");
    const placed = outcomeOf(await place({ ...context, caller: guestCaller(id) }, order));
    const session = await openGuestSession(context, id, userAgent);
    if (added) await recordEvents(context, createdEvents(added));
    return new Outcome({ ...placed.output, memberId: id, session }, { changed: placed.changed });
  },
  audit: ({ item: { type, id } }, order) => ({
    ...about("order", order.id, { productType: type, productId: id }),
    memberId: order.memberId,
  }),
  emits: "order.created",
});

/** The ID of the guest of a form, so that a form that is sent twice has one guest. Both secrets are of this browser. */
const guestIdOf = ({ site }: Context, browser: string, key: string): string => v5(`${browser}\n${key}`, site.id);

const openGuestSession = (context: Context, memberId: string, userAgent: string): Promise<string> =>
  insertSession(context, { memberId, userAgent: userAgent.slice(0, 400), address: context.address ?? "" });
