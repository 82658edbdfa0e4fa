import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endSessionsOfRequest } from "#domain/people/identity-providers/logout/end-sessions.ts";
import { type IdentityProvider, pathOfProvider } from "#domain/people/identity-providers/provider.ts";
import { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { isState } from "#domain/people/identity-providers/requests.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { fieldsOfLongForm } from "../../forms/submitted-fields.ts";
import { acceptForms } from "../../responses/conventions.ts";
import { type OpenPageRequest, pageOf, type PageRequest, readForm } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { signedOut } from "../../views/sign-in/signed-out.ts";
import { providerOf } from "./provider-of.ts";
import { sendProviderProblem } from "./provider-problem.ts";

interface Named {
  Params: { id: string };
}

/** The largest response in base64, percent-encoded. */
const maxFormBytes = 224 * 1024;

/**
 * GET /sign-in/with/{provider}/metadata describes the school to a SAML provider. POST …/acs gets the response to a
 * request, GET and POST …/single-logout a logout request. Browsers omit SameSite=Lax cookies from POST requests of other
 * sites, so that the response waits with its request. The redirect leads the browser to the callback with its cookies,
 * where the request is taken like that of every provider.
 */
export function samlPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get<Named>("/sign-in/with/:id/metadata", async (request, reply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id, "saml");
    const { ownMetadata } = await import("#domain/people/identity-providers/saml/own-metadata.ts");
    return reply.type("application/samlmetadata+xml; charset=utf-8").send(ownMetadata(context, provider));
  });

  const opened = async (request: FastifyRequest<Named>, reply: FastifyReply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id, "saml");
    await requireWithin(context, limits.providerMessagePerAddress, networkOf(context.address));
    return { context, request, reply, provider, openPage: () => openPageRequest(request, reply) };
  };

  void app.register((scope, _options, done) => {
    acceptForms(scope, maxFormBytes);
    scope.post<Named>("/sign-in/with/:id/acs", async (request, reply) => receive(await opened(request, reply)));
    scope.get<Named>("/sign-in/with/:id/single-logout", { config }, async (request, reply) => {
      const query = request.url.split("?")[1] ?? "";
      const parameters = new URLSearchParams(query);
      return endSessions(await opened(request, reply), { query }, parameters);
    });
    scope.post<Named>("/sign-in/with/:id/single-logout", async (request, reply) => {
      const parameters = new URLSearchParams(
        fieldsOfLongForm(request).map(([name, value]): [string, string] => [name, value]),
      );
      return endSessions(await opened(request, reply), { form: parameters.get("SAMLRequest") ?? "" }, parameters);
    });
    done();
  });
}

/** A page is opened only to show it: it sets cookies, which a POST of another site comes without. */
interface Opened {
  context: RequestContext;
  request: FastifyRequest;
  reply: FastifyReply;
  provider: IdentityProvider;
  openPage: () => Promise<PageRequest>;
}

async function receive({ context, request, reply, provider, openPage }: Opened): Promise<FastifyReply> {
  const form = readForm(fieldsOfLongForm(request));
  const state = form.get("RelayState") ?? "";
  const message = form.get("SAMLResponse") ?? "";
  const { receiveResponse } = await import("#domain/people/identity-providers/saml/receive-response.ts");
  const isKnown = isState(state) && (await receiveResponse(context, provider, { state, message }));
  if (!isKnown) return sendProviderProblem(await openPage(), "expired", provider, unknown);
  const path = pathOfProvider(formatId("identityProvider", provider.id));
  return reply.redirect(`${path}/callback?state=${state}`, 303);
}

/** Cookies are not read: the message names the sessions, and must be signed. */
async function endSessions(
  { context, request, reply, provider, openPage }: Opened,
  received: { query: string } | { form: string },
  parameters: URLSearchParams,
): Promise<FastifyReply> {
  const showSignedOut = async () => sendPage(reply, signedOut(pageOf({ ...(await openPage()), session: undefined })));
  // The answer to a request of the school, whose session has ended already. Nothing depends on it.
  if (!parameters.has("SAMLRequest")) return showSignedOut();
  try {
    const relayState = parameters.get("RelayState")?.slice(0, maxRelayState);
    const address = await endSessionsOfRequest(context, provider, { received, relayState });
    if (address === undefined) return await showSignedOut();
    return await reply.redirect(address, 303);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    request.log.warn({ err: error, provider: provider.name }, "a logout request was refused");
    return sendProviderProblem(await openPage(), "invalid", provider, unknown);
  }
}

/** SAML Bindings §3.4.3. */
const maxRelayState = 80;

/** Values that are signed as they are encoded. */
const config = { octets: (name: string) => name === "RelayState" };

const unknown = { purpose: "sign_in", sessionId: null, authorizationId: null, returnTo: null } as const;
