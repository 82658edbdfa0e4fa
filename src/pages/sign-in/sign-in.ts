import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findGuestSession } from "#domain/people/guests/queries.ts";
import { signIn } from "#domain/people/sign-in/sign-in.ts";
import type { IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import { listActiveProviders } from "#domain/people/identity-providers/queries.ts";
import { isSignUpOpen, signsUpWithoutPassword } from "#domain/people/sign-up/require-open.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import { readCookie } from "#http/cookies.ts";
import { endBrowserSession, findBrowserSetup, sessionSecretOf } from "#http/browser.ts";
import type { PendingAuthorization } from "#oauth/authorizations.ts";
import { findLogoAddress } from "#oauth/client-logos/queries.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { findClient } from "#oauth/clients/queries.ts";
import { isMeant } from "#oauth/next-step.ts";
import { withAuthorization } from "../authorization/authorization-of.ts";
import { restoreForm } from "../forms/restore-form.ts";
import { chosenItemIn, leadsToItem, returnPathOf, returnToOf, withReturnTo } from "./return-to.ts";
import { codeWayOf } from "./codes/code-way.ts";
import { lastWayOf, rememberWay, wayOfProvider } from "./last-way.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { type SignInPageRequest, signInRoutes } from "./sign-in-routes.ts";
import { queryOf } from "./query-of.ts";
import { sealStep } from "./sealed-step.ts";
import { companyButton, leadToProvider } from "./providers/lead-to-provider.ts";
import { wayOf } from "./providers/provider-form.ts";
import { setupAddress } from "../responses/pages-of-setup.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { memberPageOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { passkeyPolicy } from "../views/parts/passkey-form.ts";
import { type SignIn, signIn as signInView, signInNotices } from "../views/sign-in/sign-in.ts";
import { logout } from "../views/sign-in/logout.ts";
import { signedOut } from "../views/sign-in/signed-out.ts";

/** Query flag: a form was submitted after the session had ended. */
export const signedOutMeanwhile = "signed_out=meanwhile";

/** Query flag: the user wants to sign in with a different account. */
export const otherAccount = { account: "other" };

/** An unsaved form, encrypted and in base64, and the credentials. */
export const maxSignInFormBytes = 160 * 1024;

/** GET and POST /sign-in and /sign-out. */
export function signInPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const { getPage, postForm } = signInRoutes(openPageRequest);

  getPage(app, "/sign-in", async (pageRequest, request) => {
    const { reply, pending } = pageRequest;
    if (!pending && pageRequest.session) {
      return reply.redirect(returnPathOf(request, pageRequest.session.roles), 303);
    }
    const setup = await leadToOwnSetup(pageRequest, pending);
    if (setup) return setup;
    return showSignIn(pageRequest, pending, {
      problem: pending && whyAgain(pageRequest, pending),
      done: doneIn(request) ?? ((await hasEndedSession(pageRequest)) ? "session_ended" : undefined),
    });
  });

  postForm(app, { path: "/sign-in", bodyLimit: maxSignInFormBytes, stale: showAgain }, async (pageRequest, form) => {
    const { pending } = pageRequest;
    const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""];
    const isAsked = form.get(companyButton.name) === companyButton.value;
    const elsewhere = await leadToProvider(pageRequest, pending, { email, password, isAsked });
    if (elsewhere) return elsewhere;
    if (isAsked) {
      const kind = email.trim() === "" ? "noAddress" : "noProvider";
      return showSignIn(pageRequest, pending, { email, unsaved: form.get("unsaved"), problem: { kind } }, 422);
    }
    return enter(pageRequest, pending, { email, password, unsaved: form.get("unsaved") });
  });

  const signOutRoutes = visitorRoutes(openPageRequest);
  signOutRoutes.getPage(app, "/sign-out", (pageRequest) => {
    const { session, csrf, reply } = pageRequest;
    if (!session) return reply.redirect("/", 303);
    return sendPage(reply, logout(memberPageOf(pageRequest, session), { csrf, action: "/sign-out" }));
  });

  signOutRoutes.postForm(app, { path: "/sign-out", stale: stay }, async (pageRequest) => {
    const { context, session, reply } = pageRequest;
    if (!session) return stay(pageRequest);
    const { findLogoutElsewhere } = await import("#domain/people/identity-providers/logout/end-sessions.ts");
    const elsewhere = await findLogoutElsewhere(context, session.id);
    await perform(signOut, context, {});
    endBrowserSession(reply, context);
    return sendPage(reply, signedOut(pageOf({ ...pageRequest, session: undefined }), { elsewhere }));
  });
}

const stay = ({ reply }: PageRequest) => reply.redirect("/", 303);

const showAgain = (pageRequest: SignInPageRequest) => againOrOn(pageRequest, pageRequest.pending);

/** Leads a person who has signed in, but lacks the second factor of a role, to its setup. */
async function leadToOwnSetup(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
): Promise<FastifyReply | undefined> {
  const { request, reply, context, session } = pageRequest;
  if (session || wantsOther(request, undefined) || !(await findBrowserSetup(request, context))) return undefined;
  const returnTo = pending ? withAuthorization("/consent", pending) : returnToOf(request);
  return reply.redirect(setupAddress(returnTo), 303);
}

/** Handles an invalid form token: if the user signed in in another tab meanwhile, continues without another sign-in. */
export async function againOrOn(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
): Promise<FastifyReply> {
  const { request, reply, context, session } = pageRequest;
  const stale = staleFormOf(pageRequest);
  const unsaved = stale?.get("unsaved");
  if (session && !pending) {
    const secret = sessionSecretOf(request, context);
    const restored = secret === undefined ? undefined : await restoreForm(pageRequest, { unsaved, session: secret });
    return restored ?? reply.redirect(returnPathOf(request, session.roles), 303);
  }
  if (session && pending && isMeant(pending.request, session)) {
    return reply.redirect(withAuthorization("/consent", pending), 303);
  }
  const email = stale?.get("email")?.slice(0, 320);
  return showSignIn(pageRequest, pending, { email, unsaved, problem: { kind: "session_expired" } }, 403);
}

/** Returns the reason for a sign-in page although a session exists. */
function whyAgain({ request, session }: PageRequest, pending: PendingAuthorization): SignIn["problem"] {
  if (session) return isMeant(pending.request, session) ? undefined : { kind: "other_account" };
  return request.url.endsWith(`&${signedOutMeanwhile}`) ? { kind: "signed_out_meanwhile" } : undefined;
}

/** True if the browser has a session that ended by itself or elsewhere. A sign-out here removes the cookie. */
async function hasEndedSession({ request, context, session }: PageRequest): Promise<boolean> {
  const secret = sessionSecretOf(request, context);
  if (session || secret === undefined) return false;
  return !(await findGuestSession(context, secret, context.now)) && !(await findBrowserSetup(request, context));
}

const doneIn = ({ url }: FastifyRequest) => {
  const done = new URLSearchParams(url.split("?")[1]).get("done");
  return signInNotices.find((notice) => notice === done);
};

interface Entered {
  email: string;
  password: string;
  unsaved: string | undefined;
}

async function enter(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  { email, password, unsaved }: Entered,
): Promise<FastifyReply> {
  const { request, reply, context, browser } = pageRequest;
  const again = (problem: SignIn["problem"], status: number) =>
    showSignIn(pageRequest, pending, { email, unsaved, problem }, status);
  try {
    const userAgent = request.headers["user-agent"] ?? "";
    const signedIn = await signIn(context, { email: email.trim(), password, browser, userAgent });
    if (!signedIn) return await again({ kind: "wrong_credentials" }, 401);
    rememberWay(reply, context, "password");
    if ("session" in signedIn) return await finishSignIn(pageRequest, { ...signedIn, pending, unsaved });
    const sealed = sealStep(pageRequest, signedIn.step);
    const { showSecondStep } = await import("./show-second-step.ts");
    return await showSecondStep(pageRequest, { ...signedIn, sealed, pending, unsaved });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "rate_limited") throw error;
    const retryAfterSeconds = error.details.retryAfterSeconds ?? 1;
    reply.header("retry-after", String(retryAfterSeconds));
    return again({ kind: "too_many", retryAfterSeconds }, 429);
  }
}

/** True if the user must sign in with an account other than the current one. */
const wantsOther = ({ url }: FastifyRequest, problem: SignIn["problem"]): boolean =>
  problem?.kind === "other_account" || new URLSearchParams(url.split("?")[1]).get("account") === otherAccount.account;

/** Visitors who come from an item or from the checkout can sign up on the same page. */
function signUpIn(
  { context, request }: PageRequest,
  pending: PendingAuthorization | undefined,
  { email, unsaved, action }: { email?: string | undefined; unsaved?: string | undefined; action?: string },
): Pick<SignIn, "signUp" | "signUpHere" | "withoutPassword" | "takes"> {
  const returnTo = returnToOf(request);
  const takes = !pending && returnTo !== undefined && chosenItemIn(returnTo) !== undefined;
  if (!isSignUpOpen(context)) return { takes };
  const signUp = withAuthorization("/sign-up", pending, withReturnTo(returnTo));
  const isNew = !pending && email === undefined && unsaved === undefined && action === undefined;
  if (!isNew || returnTo === undefined || !leadsToItem(returnTo)) return { signUp, takes };
  return { signUp, signUpHere: signUp, withoutPassword: signsUpWithoutPassword(context), takes };
}

/** The provider with which someone last signed in with this browser comes first. A browser without a way is new. */
function providersIn(
  { context, request }: PageRequest,
  providers: readonly IdentityProvider[],
  pending: PendingAuthorization | undefined,
): Pick<SignIn, "lastProvider" | "providers" | "isNewBrowser"> {
  const last = lastWayOf(request, context);
  const ways = providers.map((provider) => wayOf(provider, pending, returnToOf(request)));
  const index = providers.findIndex(({ id }) => wayOfProvider(id) === last);
  return { lastProvider: ways[index], providers: ways.toSpliced(index, index < 0 ? 0 : 1), isNewBrowser: !last };
}

export async function showSignIn(
  pageRequest: PageRequest,
  pending: PendingAuthorization | undefined,
  view: Pick<SignIn, "email" | "problem" | "done" | "unsaved"> & { action?: string },
  status = 200,
): Promise<FastifyReply> {
  const { request, reply, context, csrf, session, browser } = pageRequest;
  const { optionsForAnyone } = await import("#domain/people/second-factors/passkey-options.ts");
  const passkey = optionsForAnyone(context, browser);
  const { action = `/sign-in${queryOf(request)}` } = view;
  const client = pending && (await findClient(context, pending.request.clientId));
  const providers = await listActiveProviders(context);
  const page = signInView(pageOf(pageRequest, pending?.request.uiLocales), {
    csrf,
    action,
    passkey: passkey && { options: passkey, action: action.replace("/sign-in", "/sign-in/passkey") },
    unsaved: pending ? undefined : view.unsaved,
    client: client && { name: displayNameOf(context.site, client), logo: await findLogoAddress(context, client.id) },
    // Prefers `login_hint`, the account that the client expects, over the last signed-in account (OpenID Connect Core
    // §3.1.2.1).
    email: view.email ?? pending?.request.loginHint ?? (wantsOther(request, view.problem) ? "" : session?.email),
    problem: view.problem,
    done: view.done,
    hasWaiting: !session && readCookie(request, context.site, "waiting") !== undefined,
    ...providersIn(pageRequest, providers, pending),
    code: codeWayOf(pageRequest, view.action ?? request.url, view.unsaved),
    company: providers.some(({ domains }) => domains.length > 0) ? companyButton : undefined,
    forgotten: context.mail && withAuthorization("/password/forgotten", pending),
    ...signUpIn(pageRequest, pending, view),
  });
  return sendPage(reply, page, {
    status,
    formTarget: pending && formTargetOf(pending.request.redirectUri),
    content: passkey ? passkeyPolicy(context.site.origin) : [],
  });
}
