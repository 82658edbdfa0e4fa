import { v5 } from "uuid";
import * as z from "zod";
import { guestCaller } from "#access/caller.ts";
import { addGuest } from "#domain/people/guests/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { RequestContext, Context } from "#domain/platform/context.ts";
import { EmailAddress, emailKey } from "#domain/platform/email.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Outcome } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { mailProof } from "#domain/sales/payments/order-mail.ts";
import { networkOf } from "#lib/network.ts";
import { findVoucherByLink, findPaidLine, isOpen, listSeats, lockVoucherByLink, updateSeat } from "./queries.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { kindOf, pathOfItem } from "#domain/sales/products/kinds.ts";
import { fulfillLine } from "#domain/sales/fulfillment/line-access.ts";

const Link = z.string().min(1).max(200);

const Redeemed = z.object({
  id: Id("voucher"),
  /** The page where the person uses what they got. */
  path: z.string(),
});

/**
 * Gives the signed-in member what a link holds: a gift, or a seat of a group. Throws `not_found` for a link that has ended,
 * `sold_out` if nothing is left, and `already_exists` if the member has it.
 */
export const redeemVoucher = operation({
  name: "redeemVoucher",
  summary: "Redeem a gift or take a seat",
  writes: { only: ["session"] },
  input: z.object({ link: Link }),
  output: Redeemed,
  prepare: limitOwnRequests,
  async run(context, { link }) {
    const { memberId, isGuest } = requireSession(context);
    const { voucherId, path, name, isNew } = await giveSeat(context, link, memberId);
    if (isGuest && isNew) await mailProof(context, { memberId, items: name, returnTo: path });
    return new Outcome({ id: voucherId, path }, { changed: isNew });
  },
});

/**
 * Redeems a link for a visitor without an account: adds a guest, and a session that shows only what the guest has. The
 * link proves no address: the email that is sent does. Throws what `redeemVoucher` throws.
 */
export const redeemAsGuest = operation({
  name: "redeemAsGuest",
  summary: "Redeem a gift or take a seat without an account",
  writes: { only: ["anonymous", "session"] },
  input: z.object({
    link: Link,
    email: EmailAddress,
    /** Language of the page, for the emails. */
    locale: z.enum(locales),
    /** Secret of the browser's own cookie. */
    browser: z.string().min(1),
    userAgent: z.string(),
  }),
  output: Redeemed.extend({ memberId: Id("member"), session: z.string() }),
  async prepare(context: RequestContext, { link, email }) {
    await requireWithin(context, limits.guestOrderPerAddress, networkOf(context.address));
    await requireWithin(context, limits.guestOrderPerRecipient, emailKey(email));
    // A link that leads nowhere adds no guest.
    if (!(await findVoucherByLink(context, link))) throw linkEnded();
    return {};
  },
  async run(context, { link, email, locale, browser, userAgent }) {
    const id = v5(`${browser}\n${link}\n${emailKey(email)}`, context.site.id);
    await withAdvisoryLock(context, `redemptions of guest ${id}`);
    const added = await addGuest(context, { id, email, locale });
    const guest = added ?? (await findMember(context, id));
    if (guest?.status !== "invited") throw new Problem("already_exists", "You have this already. Sign in.");
    const { voucherId, path, name, isNew } = await giveSeat({ ...context, caller: guestCaller(id) }, link, id);
    const session = await insertSession(context, {
      memberId: id,
      userAgent: userAgent.slice(0, 400),
      address: context.address ?? "",
    });
    if (added) await recordEvents(context, createdEvents(added));
    if (isNew) await mailProof(context, { memberId: id, items: name, returnTo: path });
    return { id: voucherId, path, memberId: id, session };
  },
  audit: (_input, { id, memberId }) => ({ ...about("voucher", id), memberId }),
});

const linkEnded = () => new Problem("not_found", "This link has ended. Ask the person who sent it for a new one.");

interface GivenSeat {
  voucherId: string;
  /** The page where the person uses what they got. */
  path: string;
  name: string;
  /** False: the member had this seat before. */
  isNew: boolean;
}

/**
 * Gives the next free seat of a link to a member. The voucher is locked, so that concurrent requests get no more seats
 * than were paid. Of a recurring membership the person gets the first period. Requires a transaction.
 */
async function giveSeat(context: Context, link: string, memberId: string): Promise<GivenSeat> {
  const { now } = context;
  const voucher = await lockVoucherByLink(context, link);
  if (!voucher?.expiresAt || voucher.expiresAt <= now) {
    throw new Problem("not_found", "This link has ended. Ask the person who sent it for a new one.");
  }
  const seats = await listSeats(context, voucher.id);
  const ownSeat = seats.find((taken) => taken.memberId === memberId && taken.endedAt === null);
  const seat = ownSeat ?? seats.find(isOpen);
  if (!seat) throw new Problem("sold_out", "Nothing is left under this link.");
  const line = await mustExist(findPaidLine(context, seat.lineId));
  const name = (await kindOf(line).find(context, line.productId, memberId))?.name ?? line.name;
  const givenSeat = { voucherId: voucher.id, path: (await pathOfItem(context, line)) ?? "/learn", name };
  if (ownSeat) return { ...givenSeat, isNew: false };
  const until = await kindOf(line).endOfPayment(context, line.productId, now);
  const sold = { ...line, quantity: 1, recurrence: null };
  const accessId = await fulfillLine(context, { memberId, line: sold, until });
  await updateSeat(context, seat.id, { memberId, accessId, takenAt: now });
  return { ...givenSeat, isNew: true };
}
