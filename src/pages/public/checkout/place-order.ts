import type { FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { perform } from "#domain/platform/operation.ts";
import { isSignUpOpen } from "#domain/people/sign-up/require-open.ts";
import { placeGuestOrder } from "#domain/sales/checkout/place-guest-order.ts";
import { needsAccount, placeOrder } from "#domain/sales/checkout/place-order.ts";
import { startBrowserSession } from "#http/browser.ts";
import type { CheckoutView } from "#pages/views/public/checkout.ts";
import type { PublicPageRequest } from "#pages/public/page-request.ts";

/** Returns true if the person has to sign in or sign up before they can order. */
export function mustSignIn(
  { context, session }: PublicPageRequest,
  { quote, coupon }: CheckoutView["checkout"],
): boolean {
  if (session && !session.isGuest) return false;
  return !isSignUpOpen(context) || needsAccount(quote, coupon?.code);
}

interface Input {
  item: string;
  coupon?: string;
  startsAt?: string;
  terms: string;
  key: string | undefined;
  provider?: string | undefined;
  others?: object;
}

/** Orders for the member, or for a visitor who enters only an address. */
export async function order(
  reply: FastifyReply,
  pageRequest: PublicPageRequest,
  input: Input,
  email: string,
): Promise<{ id: string; paymentId: string | null }> {
  const { context, session, browser, request, page } = pageRequest;
  const isKnown = session && (!session.isGuest || emailKey(session.email) === emailKey(email));
  if (isKnown) return perform(placeOrder, context, input);
  const userAgent = request.headers["user-agent"] ?? "";
  const { coupon: _none, ...ordered } = input;
  const guest = { ...ordered, email, locale: page.locale, browser, userAgent };
  const { session: secret, ...placed } = await perform(placeGuestOrder, asVisitor(context), guest);
  startBrowserSession(reply, context, secret);
  return placed;
}

/** Another guest orders: what the former one has does not count. */
const asVisitor = (context: RequestContext): RequestContext => ({ ...context, caller: { kind: "anonymous" } });
