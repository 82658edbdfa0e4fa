import type { FastifyInstance, FastifyReply } from "fastify";
import { digitsOf } from "#domain/people/sign-in-codes/code.ts";
import { requireCodeOffered } from "#domain/people/sign-in-codes/require-offered.ts";
import type { Entered } from "#domain/people/sign-in-codes/sign-in-with-code.ts";
import { enterWithDigits, enterWithLink } from "#domain/people/sign-in-codes/enter-with-code.ts";
import { findCodeOfLink } from "#domain/people/sign-in-codes/queries.ts";
import { requestSignInCode } from "#domain/people/sign-in-codes/request-code.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../../authorization/authorization-of.ts";
import { staleFormOf } from "../../forms/stale-form.ts";
import { type OpenPageRequest, pageOf, type PageRequest } from "../../responses/page-request.ts";
import { formTargetOf, sendPage } from "../../responses/send.ts";
import type { CodeProblem } from "../../views/sign-in/codes/enter-code.ts";
import { confirmLink, openedElsewhere } from "../../views/sign-in/codes/mailed-code.ts";
import { rememberWay } from "../last-way.ts";
import { linkIn, linkOf, showLinkEnded } from "../mailed-link.ts";
import { leadToProvider } from "../providers/lead-to-provider.ts";
import { homeOf, returnToOf, withReturnTo } from "../return-to.ts";
import { visitorRoutes } from "../../responses/page-routes.ts";
import { type SignInPageRequest, signInRoutes } from "../sign-in-routes.ts";
import { sealStep } from "../sealed-step.ts";
import { showSecondStep } from "../show-second-step.ts";
import { showSignIn } from "../sign-in.ts";
import { signInWithLink } from "../sign-in-with-link.ts";
import { showEnterCode } from "./show-enter-code.ts";

/** Bytes of a form that carries an unsaved one, encrypted and in base64. */
const bodyLimit = 160 * 1024;

/**
 * POST /sign-in/email sends an email, GET shows the page for its digits, POST /sign-in/email/enter takes them. GET and POST
 * /sign-in/link is the target of the mailed link. Opening it signs nobody in, because mail scanners open links.
 */
export function codePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const routes = signInRoutes(openPageRequest, ({ context }) => requireCodeOffered(context));

  routes.getPage(app, "/sign-in/email", (pageRequest, request) =>
    showEnterCode(pageRequest, pageRequest.pending, {
      isAgain: new URLSearchParams(request.url.split("?")[1]).get("done") === "again",
    }),
  );

  const codeRequest = { path: "/sign-in/email", bodyLimit, stale: showRequestAgain } as const;
  routes.postForm(app, codeRequest, async (pageRequest, form, request) => {
    const { context, browser, reply, pending } = pageRequest;
    const action = actionOf(pageRequest);
    const [email, unsaved] = [form.get("email") ?? "", form.get("unsaved")];
    const elsewhere = await leadToProvider(pageRequest, pending, { email, password: "-", isAsked: false });
    if (elsewhere) return elsewhere;
    const { locale } = pageOf(pageRequest, pending?.request.uiLocales);
    const goesOn = { authorizationId: pending?.id ?? null, returnTo: returnToOf(request) ?? null };
    try {
      await requestSignInCode(context, { email, locale, browser, ...goesOn });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { retryAfterSeconds = 1 } = error.details;
      if (error.code === "rate_limited") reply.header("retry-after", String(retryAfterSeconds));
      else if (error.code !== "validation_failed") throw error;
      const isLimited = error.code === "rate_limited";
      const problem = isLimited ? ({ kind: "too_many", retryAfterSeconds } as const) : ({ kind: "noCode" } as const);
      return showSignIn(pageRequest, pending, { email, unsaved, action, problem }, isLimited ? 429 : 422);
    }
    const isAgain = form.get("again") !== undefined;
    if (unsaved !== undefined) return showEnterCode(pageRequest, pending, { isAgain, unsaved });
    const query = { ...withReturnTo(returnToOf(request)), ...(isAgain && { done: "again" }) };
    return reply.redirect(withAuthorization("/sign-in/email", pending, query), 303);
  });

  routes.postForm(app, { path: "/sign-in/email/enter", bodyLimit, stale: enterAgain }, async (pageRequest, form) => {
    const { context, reply, pending } = pageRequest;
    const unsaved = form.get("unsaved");
    const again = (problem: CodeProblem, status: number) =>
      showEnterCode(pageRequest, pending, { problem, unsaved }, status);
    try {
      const outcome = await enterWithDigits(context, { typed: form.get("digits") ?? "", ...clientOf(pageRequest) });
      if (typeof outcome === "string") return await again({ kind: outcome }, outcome === "incomplete" ? 422 : 401);
      return await goOn(pageRequest, outcome, unsaved);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "rate_limited") throw error;
      const { retryAfterSeconds = 1 } = error.details;
      reply.header("retry-after", String(retryAfterSeconds));
      return again({ kind: "too_many", retryAfterSeconds }, 429);
    }
  });

  const { getPage, postForm } = visitorRoutes(openPageRequest);
  getPage(app, "/sign-in/link", (pageRequest, request) => showLink(pageRequest, linkOf(request), false));

  postForm(app, { path: "/sign-in/link", stale: showAgain }, async (pageRequest, _form, request) => {
    const link = linkIn(request);
    const outcome = await enterWithLink(pageRequest.context, { link, ...clientOf(pageRequest) });
    if (typeof outcome === "string") return showLink(pageRequest, link, false);
    return goOn(pageRequest, outcome, undefined);
  });
}

const showAgain = (pageRequest: PageRequest) => showLink(pageRequest, linkIn(pageRequest.request), true);

const enterAgain = (pageRequest: SignInPageRequest) => {
  const unsaved = staleFormOf(pageRequest)?.get("unsaved");
  return showEnterCode(pageRequest, pageRequest.pending, { problem: { kind: "session_expired" }, unsaved }, 403);
};

const actionOf = ({ request, pending }: SignInPageRequest): string =>
  withAuthorization("/sign-in", pending, withReturnTo(returnToOf(request)));

function showRequestAgain(pageRequest: SignInPageRequest): Promise<FastifyReply> {
  const stale = staleFormOf(pageRequest);
  const [email, unsaved] = [stale?.get("email")?.slice(0, 320), stale?.get("unsaved")];
  const view = { email, unsaved, action: actionOf(pageRequest), problem: { kind: "session_expired" } } as const;
  return showSignIn(pageRequest, pageRequest.pending, view, 403);
}

const clientOf = ({ browser, request }: PageRequest) => ({ browser, userAgent: request.headers["user-agent"] ?? "" });

/** Continues where the person asked for the code: their authorization request, their form or their page. */
async function goOn(pageRequest: PageRequest, entered: Entered, unsaved: string | undefined): Promise<FastifyReply> {
  const { context, browser } = pageRequest;
  const { authorizationId, returnTo } = entered;
  const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
  rememberWay(pageRequest.reply, context, "code");
  if ("step" in entered) {
    const signIn = withAuthorization("/sign-in", pending, withReturnTo(returnTo ?? undefined));
    const query = signIn.slice("/sign-in".length);
    const sealed = sealStep(pageRequest, entered.step);
    return showSecondStep(pageRequest, { step: entered.step, sealed, pending, unsaved, query });
  }
  const next = { returnTo, home: homeOf(entered.roles), pending, done: "" };
  return signInWithLink(pageRequest, entered.session, { ...next, unsaved });
}

async function showLink(pageRequest: PageRequest, link: string, isExpired: boolean): Promise<FastifyReply> {
  const { context, reply, csrf, browser } = pageRequest;
  requireCodeOffered(context);
  const code = await findCodeOfLink(context, link, browser);
  if (!code) return showLinkEnded(pageRequest);
  if (!code.isOwn) return sendPage(reply, openedElsewhere(pageOf(pageRequest), digitsOf(link)));
  const { authorizationId, email } = code;
  const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
  const view = { csrf, link, email, isExpired };
  return sendPage(reply, confirmLink(pageOf(pageRequest, pending?.request.uiLocales), view), {
    status: isExpired ? 403 : 200,
    formTarget: pending && formTargetOf(pending.request.redirectUri),
  });
}
