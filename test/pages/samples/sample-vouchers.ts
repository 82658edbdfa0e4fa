import type { OwnVoucher } from "#domain/sales/vouchers/read-vouchers.ts";
import type { OthersChoice } from "#pages/views/public/vouchers/checkout-for-others.ts";
import { ownVoucherPage } from "#pages/views/public/vouchers/own-voucher.ts";
import { redeemPage, unknownLink } from "#pages/views/public/vouchers/redeem.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const uuid = "01a20996-85af-7509-90fe-5c10efa1da62";

/** The choices of a buyer for others. */
export const sampleOthers = (names: Names): Record<OthersChoice["kind"], OthersChoice> => {
  const given = { name: names.person, email: names.email, message: names.client, date: "2026-12-24" };
  return { gift: { kind: "gift", seats: 1, ...given }, seats: { kind: "seats", seats: 12, ...given } };
};

/** Pages of gifts and seats. */
export function sampleVouchers(page: PublicContext, visitor: PublicContext, names: Names): [string, string][] {
  const link = "lgf_AZ4Gc2xUd0AZ4Gc2xUd0AZ4Gc2xUd0AZ4Gc2xUd0A";
  const gift: OwnVoucher = {
    id: uuid,
    kind: "gift",
    item: "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3",
    name: names.client,
    link: `https://learn.harbour.example/redeem?link=${link}`,
    recipient: { name: names.person, email: names.email },
    message: names.client,
    state: "open",
    mailAt: at(12),
    mailedAt: null,
    expiresAt: at(13),
    seats: 1,
    taken: [],
  };
  const person = { id: uuid, memberId: uuid, name: names.person, email: names.email, takenAt: at(9), hasBegun: false };
  const seats: OwnVoucher = {
    ...gift,
    kind: "seats",
    recipient: null,
    message: null,
    mailAt: null,
    seats: 12,
    taken: [person, { ...person, name: null, hasBegun: true }],
  };
  const own = { order: "/orders/x", now: at(10) };
  const shown = {
    kind: "gift" as const,
    name: names.client,
    path: "/courses/knots",
    usedAt: "/learn/knots/continue",
    giver: names.person,
    recipient: names.person,
    message: names.client,
    state: "open" as const,
    isOwn: false,
  };
  const view = { link, coverUrl: null };
  return [
    ["gift", ownVoucherPage(page, { ...own, voucher: gift, done: "sent" })],
    [
      "gift-redeemed",
      ownVoucherPage(page, { ...own, voucher: { ...gift, state: "taken", mailAt: null, mailedAt: at(9) } }),
    ],
    ["seats", ownVoucherPage(page, { ...own, voucher: seats, problem: "refused" })],
    ["seats-ended", ownVoucherPage(page, { ...own, voucher: { ...seats, link: null, taken: [] }, done: "ended" })],
    ["redeem", redeemPage(page, { ...view, voucher: shown })],
    ["redeem-visitor", redeemPage(visitor, { ...view, voucher: shown, problem: "wrongEmail" })],
    [
      "redeem-seat",
      redeemPage(visitor, { ...view, voucher: { ...shown, kind: "seats", recipient: null, giver: null } }),
    ],
    ["redeem-taken", redeemPage(page, { ...view, voucher: { ...shown, state: "taken" } })],
    ["redeem-own", redeemPage(page, { ...view, voucher: { ...shown, isOwn: true } })],
    ["redeem-unknown", unknownLink(page)],
  ];
}
