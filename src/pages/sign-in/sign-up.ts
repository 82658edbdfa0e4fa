import type { FastifyInstance, FastifyReply } from "fastify";
import { type Confirmed, confirmSignUp, findSignUp, type SignUpLink } from "#domain/people/sign-up/confirm-sign-up.ts";
import { requestSignUp, requestSignUpAgain } from "#domain/people/sign-up/request-sign-up.ts";
import { requireOpen, signsUpWithoutPassword } from "#domain/people/sign-up/require-open.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { findClient } from "#oauth/clients/queries.ts";
import { authorizationOf, withAuthorization } from "../authorization/authorization-of.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { showInsteadOfPassword } from "./providers/lead-to-provider.ts";
import { linkIn, linkOf, showLinkEnded } from "./mailed-link.ts";
import { chosenItemIn, homeOf, returnPathOf, returnToOf, withReturnTo } from "./return-to.ts";
import { signInWithLink } from "./sign-in-with-link.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { confirmSignUp as confirmView } from "../views/sign-in/confirm-sign-up.ts";
import { signUpSent } from "../views/sign-in/sign-up-sent.ts";
import { openSignUp, sealSignUp } from "./sealed-sign-up.ts";
import { type SignUp, signUp } from "../views/sign-in/sign-up.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { formOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /sign-up, if open sign-up is enabled, and /sign-up/confirm, the target of the emailed link. */
export function signUpPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/sign-up", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    requireOpen(pageRequest.context);
    const pending = await authorizationOf(pageRequest);
    if (pageRequest.session && !pending) return reply.redirect(returnPathOf(request, pageRequest.session.roles), 303);
    return show(pageRequest, pending, {});
  });

  app.post("/sign-up", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, browser } = pageRequest;
    requireOpen(context);
    const pending = await authorizationOf(pageRequest);
    const form = formOf(pageRequest);
    if (!form) {
      const stale = staleFormOf(pageRequest);
      return show(pageRequest, pending, { name: stale?.get("name"), email: stale?.get("email") }, expired);
    }
    const email = (form.get("email") ?? "").trim();
    const again = openSignUp(pageRequest, form.get("again"));
    const name = again?.name ?? form.get("name") ?? "";
    const instead = await showInsteadOfPassword(pageRequest, email, pending);
    if (instead) return instead;
    const page = pageOf(pageRequest, pending?.request.uiLocales);
    const returnTo = returnToOf(request) ?? null;
    const origin = { locale: page.locale, browser, authorizationId: pending?.id ?? null, returnTo };
    try {
      const requested =
        again ?? (await requestSignUp(context, { name, email, password: form.get("password") ?? "", ...origin }));
      if (again) await requestSignUpAgain(context, { ...again, email, ...origin });
      const signIn = withAuthorization("/sign-in", pending, withReturnTo(returnToOf(request)));
      const sealed = sealSignUp(pageRequest, requested);
      const view = {
        csrf: pageRequest.csrf,
        action: request.url,
        email,
        again: sealed,
        isAgain: again !== undefined,
        signIn,
      };
      return sendPage(reply, signUpSent(page, view));
    } catch (error) {
      return show(pageRequest, pending, { name, email }, refusalOf(error, reply));
    }
  });

  app.get("/sign-up/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const link = linkOf(request);
    const found = await findSignUp(pageRequest.context, link, pageRequest.browser);
    if (!found) return showLinkEnded(pageRequest, "/sign-up");
    return (await showInsteadOfPassword(pageRequest, found.email)) ?? showConfirm(pageRequest, link, found);
  });

  app.post("/sign-up/confirm", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { context, browser } = pageRequest;
    const form = formOf(pageRequest);
    const link = linkIn(request);
    const found = await findSignUp(context, link, browser);
    if (!found) return showLinkEnded(pageRequest, "/sign-up");
    const instead = await showInsteadOfPassword(pageRequest, found.email);
    if (instead) return instead;
    if (!form) {
      const name = staleFormOf(pageRequest)?.get("name") ?? found.name;
      return showConfirm(pageRequest, link, { ...found, name }, expired);
    }
    try {
      const userAgent = request.headers["user-agent"] ?? "";
      const fields = { link, name: form.get("name"), password: form.get("password") };
      const confirmed = await confirmSignUp(context, {
        ...fields,
        browser,
        userAgent,
        isSignedIn: pageRequest.session !== undefined,
      });
      return await goOn(pageRequest, found, confirmed);
    } catch (error) {
      const name = form.get("name") ?? found.name;
      return showConfirm(pageRequest, link, { ...found, name }, refusalOf(error, reply));
    }
  });
}

/** Continues with the pending request from before the sign-up. */
async function goOn(
  pageRequest: PageRequest,
  { step, authorizationId, returnTo }: SignUpLink,
  { session, roles }: Confirmed,
): Promise<FastifyReply> {
  const { context, browser } = pageRequest;
  const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
  const done = step === "join" ? "joined" : step === "enter_name" ? "" : "signed_up";
  return signInWithLink(pageRequest, session, { returnTo, home: homeOf(roles), pending, done });
}

async function show(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  filledIn: Pick<SignUp, "name" | "email">,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { request, reply, context, csrf } = pageRequest;
  const client = pending && (await findClient(context, pending.request.clientId));
  const page = signUp(pageOf(pageRequest, pending?.request.uiLocales), {
    csrf,
    action: request.url,
    signIn: withAuthorization("/sign-in", pending, withReturnTo(returnToOf(request))),
    client: client && { name: displayNameOf(context.site, client) },
    withoutPassword: signsUpWithoutPassword(context),
    name: filledIn.name,
    email: filledIn.email ?? pending?.request.loginHint ?? undefined,
    problems,
  });
  return sendPage(reply, page, { status });
}

async function showConfirm(
  pageRequest: PageRequest,
  link: string,
  { name, email, step, authorizationId, returnTo }: SignUpLink,
  { status, problems }: FormRefusal = { status: 200, problems: [] },
): Promise<FastifyReply> {
  const { reply, context, csrf, browser } = pageRequest;
  const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
  const takes = returnTo !== null && chosenItemIn(returnTo) !== undefined;
  const view = { csrf, link, name: name ?? "", email, step, takes, problems };
  const page = confirmView(pageOf(pageRequest, pending?.request.uiLocales), view);
  return sendPage(reply, page, { status, formTarget: pending && formTargetOf(pending.request.redirectUri) });
}
