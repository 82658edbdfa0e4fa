import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dialects, type IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { isConfirmation, isState, type TakenRequest, takeRequest } from "#domain/people/identity-providers/requests.ts";
import type { ProvenClaims } from "#domain/people/identity-providers/upstream/sent-claims.ts";
import { contextOf } from "#http/context.ts";
import { mustSignInAgain } from "#oauth/next-step.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { isSignedIn, type OpenPageRequest, type PageRequest, readForm } from "../../responses/page-request.ts";
import { type SignInPageRequest, signInRoutes } from "../sign-in-routes.ts";
import { returnToOf } from "../return-to.ts";
import { showSignIn } from "../sign-in.ts";
import { completeConfirmation, completeConnection, completeSignIn, completeTest } from "./complete.ts";
import { leaveForProvider } from "./leave-for-provider.ts";
import { nameOfPosted, queryOfPosted } from "./posted-response.ts";
import { providerOf, unknownProvider } from "./provider-of.ts";
import { sendProviderProblem, showProviderProblem } from "./provider-problem.ts";
import { samlPages } from "./saml-pages.ts";

interface Named {
  Params: { id: string };
}

/** The provider gets back the exact values (RFC 6749 §4.1.2). */
const config = { octets: (name: string) => ["state", "code"].includes(name) };

/** POST /sign-in/with/{provider} begins a sign-in. GET and POST /sign-in/with/{provider}/callback get the response. */
export function providerPages(app: FastifyInstance, openPageRequest: OpenPageRequest, csrfKey: Buffer): void {
  samlPages(app, openPageRequest);
  activeRoutes(openPageRequest).postForm(
    app,
    { path: "/sign-in/with/:id", stale: showAgain },
    (pageRequest, _form, request) => {
      const { provider, pending } = pageRequest;
      return leaveForProvider(pageRequest, provider, {
        purpose: "sign_in",
        authorizationId: pending?.id ?? null,
        returnTo: returnToOf(request) ?? null,
        loginHint: pending?.request.loginHint ?? undefined,
        again: pending !== undefined && mustSignInAgain(pending.request),
        uiLocales: pending?.request.uiLocales,
      });
    },
  );

  // Sets and reads no cookie. The GET that follows checks the response.
  app.post<Named>("/sign-in/with/:id/callback", async (request, reply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id);
    if (!dialects[provider.preset].postsResponses) throw unknownProvider();
    const query = queryOfPosted({ context, csrfKey }, readForm(fieldsOf(request))) ?? "";
    return reply.header("cache-control", "no-store").redirect(`${responsePath(request)}?${query}`, 303);
  });

  app.get<Named>("/sign-in/with/:id/callback", { config }, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const provider = await providerOf(pageRequest, request.params.id);
    const query = request.url.split("?")[1] ?? "";
    const taken = await takeOnce(pageRequest, provider, query);
    if (!taken) return sendProviderProblem(pageRequest, "expired", provider, fresh);
    try {
      return await complete(pageRequest, provider, { taken, query });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return showProviderProblem(pageRequest, provider, taken, error);
    }
  });
}

/** Shows the sign-in page instead: a page elsewhere must not begin a sign-in. */
const showAgain = (pageRequest: SignInPageRequest) => {
  const view = { action: signInPath(pageRequest.request), problem: { kind: "session_expired" } } as const;
  return showSignIn(pageRequest, pageRequest.pending, view, 403);
};

/** Routes of a provider that people can sign in with. */
const activeRoutes = (openPageRequest: OpenPageRequest) =>
  signInRoutes(openPageRequest).extend<SignInPageRequest & { provider: IdentityProvider }>(
    async (pageRequest, show) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The parameter of the path.
      const { id } = pageRequest.request.params as Named["Params"];
      const provider = await providerOf(pageRequest, id);
      if (!provider.active) throw unknownProvider();
      return show({ ...pageRequest, provider });
    },
  );

const responsePath = ({ params: { id } }: FastifyRequest<Named>): string => `/sign-in/with/${id}/callback`;

const fresh = { purpose: "sign_in", sessionId: null, authorizationId: null, returnTo: null } as const;

const signInPath = ({ url }: FastifyRequest): string => `/sign-in${url.includes("?") ? `?${url.split("?")[1]}` : ""}`;

/** Takes the request that a response belongs to. A person who connects, tests or confirms is still signed in. */
async function takeOnce(
  { context, browser, session }: PageRequest,
  provider: IdentityProvider,
  query: string,
): Promise<TakenRequest | undefined> {
  const [state = "", ...others] = new URLSearchParams(query).getAll("state");
  if (others.length > 0 || !isState(state)) return undefined;
  const taken = await takeRequest(context, provider.id, { state, browser });
  if (!taken) return undefined;
  // A session that lacks a second factor permits confirming who it is, no more.
  if (taken.purpose !== "sign_in") return taken.sessionId === session?.id && !session?.isSetup ? taken : undefined;
  return taken.sessionId === null || taken.sessionId === session?.id ? taken : undefined;
}

/** Adds the name that came beside the ID token, if it has none. */
const withName = (claims: ProvenClaims, name: string | undefined): ProvenClaims =>
  name === undefined || claims.name !== null ? claims : { ...claims, name, all: { ...claims.all, name } };

interface Response {
  taken: TakenRequest;
  query: string;
}

async function complete(
  pageRequest: PageRequest,
  provider: IdentityProvider,
  { taken, query }: Response,
): Promise<FastifyReply> {
  if (!provider.active && taken.purpose !== "test") return sendProviderProblem(pageRequest, "closed", provider, taken);
  const { redeemResponse } = await import("#domain/people/identity-providers/upstream/redeem-response.ts");
  const sent = await redeemResponse(pageRequest.context, provider, taken, query);
  const claims = withName(sent, nameOfPosted(pageRequest, query));
  if (taken.purpose === "test") return completeTest(pageRequest, provider, claims);
  if (taken.purpose === "connect") return completeConnection(pageRequest, provider, claims);
  if (isConfirmation(taken) && isSignedIn(pageRequest)) {
    return completeConfirmation(pageRequest, provider, { claims, request: taken });
  }
  return completeSignIn(pageRequest, provider, { claims, request: taken });
}
