import type { FastifyInstance, FastifyReply } from "fastify";
import { checkoutPath } from "#domain/sales/checkout/checkout-address.ts";
import { findCheckout } from "#domain/sales/checkout/find-checkout.ts";
import { listCheckoutOrigins } from "#domain/sales/payments/member/checkout-origins.ts";
import { startPayment } from "#domain/sales/payments/member/start-payment.ts";
import { findSwitchToItem } from "#domain/sales/billing/own-agreements.ts";
import { isEmailAddress } from "#domain/platform/email.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { newSecret } from "#lib/secrets/secret.ts";
import { readForm } from "#pages/responses/page-request.ts";
import { signInFor } from "#pages/sign-in/return-to.ts";
import { fieldsOf } from "#pages/forms/submitted-fields.ts";
import { checkoutPage, type CheckoutProblem, type CheckoutView } from "#pages/views/public/checkout.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "#pages/public/page-request.ts";
import { publicRoutes } from "#pages/public/public-routes.ts";
import { sendPublicPage } from "#pages/public/send.ts";
import { othersQuery, type OthersChoice } from "#pages/views/public/vouchers/checkout-for-others.ts";
import { readChosenTime, startIn } from "./chosen-time.ts";
import { findCover } from "./find-cover.ts";
import { orderFor, othersIn, problemOf } from "./seats-for-others.ts";
import { mustSignIn, order } from "./place-order.ts";

interface Choice {
  item: string;
  coupon?: string;
  /** Undefined: the buyer gets the item. */
  others?: OthersChoice | undefined;
  /** The time of a consulting session. */
  startsAt?: string;
}

/** Contents of the page, read once per request, because each reading counts an entered coupon. */
interface Shown {
  checkout: CheckoutView["checkout"];
  item: string;
  others: OthersChoice | undefined;
  time: CheckoutView["time"];
  /** The address that a visitor has entered. */
  email?: string;
}

/** GET /checkout shows the price of an item. POST /checkout places the order and leads to the payment. */
export function registerCheckoutPage(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<{ Querystring: Record<string, unknown> }>("/checkout", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    return show(
      pageRequest,
      await read(
        pageRequest,
        choiceIn((name) => request.query[name]),
      ),
    );
  });

  publicRoutes(openPageRequest).postForm(app, { path: "/checkout", stale: showAgain }, async (pageRequest, form) => {
    const { reply } = pageRequest;
    const choice = choiceIn((name) => form.get(name));
    const terms = form.get("total");
    const shown = await read(pageRequest, choice);
    if (mustSignIn(pageRequest, shown.checkout)) return resume(reply, pageRequest, { signsIn: true });
    const email = (form.get("email") ?? pageRequest.session?.email ?? "").trim();
    const { quote, later } = shown.checkout;
    if (shown.time === "gone") {
      reply.code(409);
      return show(pageRequest, { ...shown, email });
    }
    if (terms !== shown.checkout.terms) return show(pageRequest, { ...shown, email }, "changed");
    if (!isEmailAddress(email)) {
      reply.code(422);
      return show(pageRequest, { ...shown, email }, "email");
    }
    const incomplete = problemOf(choice.others);
    if (incomplete) {
      reply.code(422);
      return show(pageRequest, { ...shown, email }, incomplete);
    }
    const { others, ...ordered } = choice;
    const input = {
      ...ordered,
      ...orderFor(others, pageRequest.page.locale),
      terms,
      key: form.get("key"),
      ...((quote.total > 0 || later) && { provider: form.get("provider") }),
    };
    try {
      const { id, paymentId } = await order(reply, pageRequest, input, email);
      return await pay(reply, pageRequest, formatId("order", id), paymentId);
    } catch (error) {
      const isDate = error instanceof Problem && error.details.errors?.some(({ pointer }) => pointer === "/date");
      const problem = isDate ? "date" : error instanceof Problem ? refusalOf(error, choice) : undefined;
      if (problem === undefined) throw error;
      reply.code(problem === "tooMany" || problem === "timeLimit" ? 429 : 409);
      return show(pageRequest, { ...(await read(pageRequest, choice)), email }, problem);
    }
  });
}

const showAgain = (pageRequest: PublicPageRequest) => resume(pageRequest.reply, pageRequest);

/**
 * Leads back to the checkout of the same item if the session has ended or belongs to another sign-in, and to sign-in
 * for what needs an account. The person sees the price before they order, so that another site cannot order for them.
 */
function resume(
  reply: FastifyReply,
  { request, session }: PublicPageRequest,
  { signsIn = session === undefined } = {},
): FastifyReply {
  const form = readForm(fieldsOf(request));
  const { item, coupon, startsAt, others } = choiceIn((name) => form.get(name));
  if (!/^[\w-]{1,60}$/.test(item)) return reply.redirect("/orders", 303);
  const code = coupon !== undefined && /^[\w-]{1,40}$/.test(coupon) ? coupon : undefined;
  const url = `${checkoutPath(item, code, startsAt)}${othersQuery(others)}`;
  return reply.redirect(signsIn ? signInFor({ method: "GET", url }) : url, 303);
}

function choiceIn(read: (name: string) => unknown): Choice {
  const [item, coupon, startsAt] = [read("item"), read("coupon"), startIn(read("starts_at"))];
  const entered = typeof coupon === "string" ? coupon.trim() : "";
  return {
    item: typeof item === "string" ? item : "",
    ...(entered !== "" && { coupon: entered }),
    ...(startsAt !== undefined && { startsAt }),
    others: othersIn(read),
  };
}

const refusals: Partial<Record<ProblemCode, CheckoutProblem>> = {
  sold_out: "soldOut",
  already_exists: "owned",
  validation_failed: "changed",
  invalid_state: "methodGone",
  rate_limited: "tooMany",
};

/** A page with a time has its own limit. A time that was taken while the form was sent is read again. */
function refusalOf({ code }: Problem, { startsAt }: Choice): CheckoutProblem | undefined {
  if (startsAt !== undefined && code === "slot_taken") return "timeGone";
  return startsAt !== undefined && code === "rate_limited" ? "timeLimit" : refusals[code];
}

const read = async (pageRequest: PublicPageRequest, { startsAt, others, ...choice }: Choice): Promise<Shown> => ({
  checkout: await perform(findCheckout, pageRequest.context, {
    ...choice,
    ...(others && { others: { kind: others.kind, seats: others.seats } }),
  }),
  item: choice.item,
  others,
  time: await readChosenTime(pageRequest, choice.item, startsAt),
});

async function show(pageRequest: PublicPageRequest, shown: Shown, problem?: CheckoutProblem): Promise<FastifyReply> {
  const { context, page } = pageRequest;
  const coverUrl = await findCover(pageRequest, shown.checkout.path);
  const isMember = !!page.member && !page.member.isGuest;
  const { id: switchFrom } =
    isMember && shown.others === undefined
      ? await perform(findSwitchToItem, context, { item: shown.item })
      : { id: null };
  const view = {
    ...shown,
    coverUrl,
    switchFrom,
    key: newSecret("co"),
    problem,
    needsAccount: mustSignIn(pageRequest, shown.checkout),
  };
  return sendPublicPage(pageRequest, checkoutPage(page, view), undefined, await listCheckoutOrigins(context));
}

/** Leads to the page of the provider, or to the order if there is none or the provider cannot be reached. */
export async function pay(
  reply: FastifyReply,
  { context, request }: PublicPageRequest,
  orderId: string,
  paymentId: string | null,
): Promise<FastifyReply> {
  const order = `/orders/${orderId}`;
  if (paymentId === null) return reply.redirect(order, 303);
  try {
    const address = await startPayment(context, paymentId);
    if (address === null) return await reply.redirect(order, 303);
    // The content security policy blocks redirects of forms to other origins, for example to a provider's page at a
    // domain of the school. The page of the order has a link.
    const allowed = [context.site.origin, ...(await listCheckoutOrigins(context))];
    return await reply.redirect(allowed.includes(new URL(address).origin) ? address : order, 303);
  } catch (err) {
    request.log.warn({ err, paymentId }, "a payment provider could not start a payment");
    const reason = err instanceof Problem && err.code === "invalid_state" ? "refused" : "provider";
    return reply.redirect(`${order}?failed=${reason}`, 303);
  }
}
