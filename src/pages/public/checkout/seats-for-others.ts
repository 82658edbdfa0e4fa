import { isEmailAddress } from "#domain/platform/email.ts";
import { type Locale } from "#domain/platform/site/locales.ts";
import type { OthersChoice } from "#pages/views/public/vouchers/checkout-for-others.ts";

const [maxNameLength, maxMessageLength] = [100, 500];

/** Reads for whom the buyer orders. Undefined: for themselves. */
export function othersIn(read: (name: string) => unknown): OthersChoice | undefined {
  const text = (name: string): string => {
    const value = read(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const kind = text("for");
  const given = {
    name: text("recipient"),
    email: text("recipient_email"),
    message: text("message"),
    date: text("date"),
  };
  if (kind === "gift") return { kind, seats: 1, ...given };
  if (kind !== "seats") return undefined;
  const seats = /^\d{1,3}$/.test(text("seats")) ? Number(text("seats")) : 1;
  const more = /^[\w-]{1,60}$/.test(text("more")) ? text("more") : undefined;
  return { kind, seats: Math.min(Math.max(seats, 1), 200), more, ...given };
}

/** Returns what the buyer has to correct. */
export function problemOf(others: OthersChoice | undefined): "recipient" | undefined {
  if (others?.kind !== "gift") return undefined;
  const { name, email, message } = others;
  const isComplete =
    name !== "" && name.length <= maxNameLength && message.length <= maxMessageLength && isEmailAddress(email);
  return isComplete ? undefined : "recipient";
}

/** The input of the operation that places the order. */
export function orderFor(others: OthersChoice | undefined, locale: Locale): { others?: object } {
  if (!others) return {};
  const { kind, seats, more, name, email, message, date } = others;
  if (kind === "gift") return { others: { kind, name, email, message, date, locale } };
  return { others: { kind, seats, ...(more !== undefined && { voucher: more }) } };
}
