import type { FastifyInstance, FastifyReply } from "fastify";
import { isEmailAddress } from "#domain/platform/email.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { redeemAsGuest, redeemVoucher } from "#domain/sales/vouchers/redeem.ts";
import { showVoucher } from "#domain/sales/vouchers/show-voucher.ts";
import { voucherPath } from "#domain/sales/vouchers/voucher-link.ts";
import { startBrowserSession } from "#http/browser.ts";
import { linkIn } from "#pages/sign-in/mailed-link.ts";
import { redeemPage, type RedeemProblem, type RedeemView, unknownLink } from "#pages/views/public/vouchers/redeem.ts";
import { findCover } from "../checkout/find-cover.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
import { publicRoutes } from "../public-routes.ts";
import { sendPublicPage } from "../send.ts";

/** GET /redeem?link=… shows a gift or a seat. POST /redeem takes it, with an account or an address. */
export function redeemPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<{ Querystring: { link?: unknown } }>("/redeem", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { link } = request.query;
    return show(pageRequest, { link: typeof link === "string" ? link : "" });
  });

  publicRoutes(openPageRequest).postForm(
    app,
    { path: "/redeem", stale: showAgain },
    async (pageRequest, form, request) => {
      const { reply } = pageRequest;
      const link = linkIn(request);
      const email = (form.get("email") ?? "").trim();
      try {
        return await reply.redirect(await take(reply, pageRequest, { link, email }), 303);
      } catch (error) {
        const problem = error instanceof Problem ? problemOf(error) : undefined;
        if (problem === undefined) throw error;
        reply.code(problem === "tooMany" ? 429 : problem === "wrongEmail" ? 422 : 409);
        return show(pageRequest, { link, email, problem });
      }
    },
  );
}

/** A form of another sign-in is shown again, so that the person sees what they take. */
const showAgain = ({ request, reply }: PublicPageRequest) => reply.redirect(voucherPath(linkIn(request)), 303);

/** Returns the page where the person uses what they took. */
async function take(
  reply: FastifyReply,
  { context, session, browser, request, page }: PublicPageRequest,
  { link, email }: { link: string; email: string },
): Promise<string> {
  if (session && !session.isGuest) return (await perform(redeemVoucher, context, { link })).path;
  if (!isEmailAddress(email)) throw new Problem("validation_failed", "Expected an email address.");
  const userAgent = request.headers["user-agent"] ?? "";
  const guest = { link, email, locale: page.locale, browser, userAgent };
  const taken = await perform(redeemAsGuest, asVisitor(context), guest);
  startBrowserSession(reply, context, taken.session);
  return taken.path;
}

/** Another guest: what the former one has does not count. */
const asVisitor = (context: RequestContext): RequestContext => ({ ...context, caller: { kind: "anonymous" } });

function problemOf({ code }: Problem): RedeemProblem | undefined {
  if (code === "already_exists") return "has";
  if (code === "rate_limited") return "tooMany";
  if (code === "validation_failed") return "wrongEmail";
  // The page says if nothing is left, or the link has ended.
  return code === "not_found" || code === "sold_out" || code === "invalid_state" ? "gone" : undefined;
}

async function show(
  pageRequest: PublicPageRequest,
  view: Omit<RedeemView, "voucher" | "coverUrl">,
): Promise<FastifyReply> {
  const { context, page, reply } = pageRequest;
  try {
    const voucher = await perform(showVoucher, context, { link: view.link });
    const coverUrl = await findCover(pageRequest, voucher.path);
    return await sendPublicPage(pageRequest, redeemPage(page, { ...view, voucher, coverUrl }));
  } catch (error) {
    const isUnknown = error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed");
    if (!isUnknown) throw error;
    reply.code(404);
    return sendPublicPage(pageRequest, unknownLink(page));
  }
}
