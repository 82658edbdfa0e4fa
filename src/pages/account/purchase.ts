import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { confirmPurchase, findPurchase, type OpenPurchase } from "#domain/privacy/guests/confirm-purchase.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { signInWithLink } from "../sign-in/sign-in-with-link.ts";
import { showInsteadOfPassword } from "../sign-in/providers/lead-to-provider.ts";
import { linkIn, linkOf, showLinkEnded } from "../sign-in/mailed-link.ts";
import { formOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { sendPage } from "../responses/send.ts";
import { purchase as purchaseView } from "../views/account/purchase.ts";

/** GET and POST /purchase/confirm: target of the link in the receipt of a purchase without an account. */
export function purchasePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/purchase/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const link = linkOf(request);
    const found = await findPurchase(pageRequest.context, link);
    if (!found) return showLinkEnded(pageRequest);
    return (await showInsteadOfPassword(pageRequest, found.email)) ?? show(pageRequest, link, found);
  });

  app.post("/purchase/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const form = formOf(pageRequest);
    const link = linkIn(request);
    const { context, browser } = pageRequest;
    const found = await findPurchase(context, link);
    if (!found) return showLinkEnded(pageRequest);
    const instead = await showInsteadOfPassword(pageRequest, found.email);
    if (instead) return instead;
    if (!form) return show(pageRequest, link, found, expired);
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

function show(
  pageRequest: PageRequest,
  link: string,
  { email, step, name }: OpenPurchase,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): FastifyReply {
  const view = { csrf: pageRequest.csrf, link, email, step, name: name ?? undefined, problems };
  return sendPage(pageRequest.reply, purchaseView(pageOf(pageRequest), view), { status });
}
