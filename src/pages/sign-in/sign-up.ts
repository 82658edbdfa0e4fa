import type { FastifyInstance, FastifyReply } from "fastify";
import { type Confirmed, confirmSignUp, findSignUp, type SignUpLink } from "#domain/people/sign-up/confirm-sign-up.ts";
import { requestSignUp, requestSignUpAgain } from "#domain/people/sign-up/request-sign-up.ts";
import { requireOpen, signsUpWithoutPassword } from "#domain/people/sign-up/require-open.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { findClient } from "#oauth/clients/queries.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { expired, type FormRefusal, refusalOf } from "../forms/form-refusal.ts";
import { showInsteadOfPassword } from "./providers/lead-to-provider.ts";
import { type LinkPageRequest, linkRoutes } from "./link-routes.ts";
import { type SignInPageRequest, signInRoutes } from "./sign-in-routes.ts";
import { showLinkEnded } from "./mailed-link.ts";
import { chosenItemIn, homeOf, returnPathOf, returnToOf, withReturnTo } from "./return-to.ts";
import { signInWithLink } from "./sign-in-with-link.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { confirmSignUp as confirmView } from "../views/sign-in/confirm-sign-up.ts";
import { signUpSent } from "../views/sign-in/sign-up-sent.ts";
import { openSignUp, sealSignUp } from "./sealed-sign-up.ts";
import { type SignUp, signUp } from "../views/sign-in/sign-up.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";

/** GET and POST /sign-up, if open sign-up is enabled, and /sign-up/confirm, the target of the emailed link. */
export function signUpPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const routes = signInRoutes(openPageRequest, ({ context }) => requireOpen(context));

  routes.getPage(app, "/sign-up", async (pageRequest, request) => {
    const { reply, pending } = pageRequest;
    if (pageRequest.session && !pending) return reply.redirect(returnPathOf(request, pageRequest.session.roles), 303);
    return show(pageRequest, pending, {});
  });

  routes.postForm(app, { path: "/sign-up", stale: showAgain }, async (pageRequest, form, request) => {
    const { context, browser, reply, pending } = pageRequest;
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

  const { getPage, postForm } = linkRoutes(openPageRequest, {
    find: findSignUp,
    showEnded: (pageRequest) => showLinkEnded(pageRequest, "/sign-up"),
  });
  getPage(app, "/sign-up/confirm", (pageRequest) => showConfirm(pageRequest, pageRequest.link, pageRequest.found));

  postForm(app, { path: "/sign-up/confirm", stale: confirmAgain }, async (pageRequest, form, request) => {
    const { context, browser, reply, link, found } = pageRequest;
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

const confirmAgain = (pageRequest: LinkPageRequest<SignUpLink>) => {
  const { link, found } = pageRequest;
  const name = staleFormOf(pageRequest)?.get("name") ?? found.name;
  return showConfirm(pageRequest, link, { ...found, name }, expired);
};

const showAgain = (pageRequest: SignInPageRequest) => {
  const stale = staleFormOf(pageRequest);
  const filledIn = { name: stale?.get("name"), email: stale?.get("email") };
  return show(pageRequest, pageRequest.pending, filledIn, expired);
};

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
