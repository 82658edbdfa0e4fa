import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { confirmPurchase, findPurchase, type OpenPurchase } from "#domain/privacy/guests/confirm-purchase.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { signInWithLink } from "../sign-in/sign-in-with-link.ts";
import { type LinkPageRequest, linkRoutes } from "../sign-in/link-routes.ts";
import { showLinkEnded } from "../sign-in/mailed-link.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { sendPage } from "../responses/send.ts";
import { purchase as purchaseView } from "../views/account/purchase.ts";

/** GET and POST /purchase/confirm: target of the link in the receipt of a purchase without an account. */
export function purchasePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = linkRoutes(openPageRequest, {
    find: findPurchase,
    showEnded: showLinkEnded,
  });
  getPage(app, "/purchase/confirm", (pageRequest) => show(pageRequest, pageRequest.link, pageRequest.found));

  postForm(app, { path: "/purchase/confirm", stale: showAgain }, async (pageRequest, form, request) => {
    const { context, browser, reply, link, found } = pageRequest;
    try {
      const userAgent = request.headers["user-agent"] ?? "";
      const fields = {
        link,
        name: form.get("name")?.trim() || undefined,
        password: form.get("password"),
        browser,
        userAgent,
        isSignedIn: pageRequest.session !== undefined,
      };
      const { session } = await confirmPurchase(context, fields);
      return await signInWithLink(pageRequest, session, { returnTo: found.returnTo, done: "joined" });
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        return show(pageRequest, link, found, { status: 409, problems: [{ kind: "merge_blocked" }] });
      }
      return show(pageRequest, link, { ...found, name: form.get("name") ?? null }, refusalOf(error, reply));
    }
  });
}

const showAgain = (pageRequest: LinkPageRequest<OpenPurchase>) =>
  show(pageRequest, pageRequest.link, pageRequest.found, expired);

function show(
  pageRequest: PageRequest,
  link: string,
  { email, step, name }: OpenPurchase,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const view = { csrf: pageRequest.csrf, link, email, step, name: name ?? undefined, problems };
  return sendPage(pageRequest.reply, purchaseView(pageOf(pageRequest), view), { status });
}
