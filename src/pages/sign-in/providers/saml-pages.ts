import type { FastifyInstance, FastifyReply } from "fastify";
import { type IdentityProvider, pathOfProvider } from "#domain/people/identity-providers/provider.ts";
import { isState } from "#domain/people/identity-providers/requests.ts";
import { formatId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { acceptForms } from "../../responses/conventions.ts";
import { type OpenPageRequest, type PageRequest, readForm } from "../../responses/page-request.ts";
import { providerOf } from "./provider-of.ts";
import { sendProviderProblem } from "./provider-problem.ts";

/** Bytes of the form with a response: base64 of the largest one, percent-encoded. */
const maxForm = 320 * 1024;

/**
 * GET /sign-in/with/{provider}/metadata describes the school to a SAML provider.
 * POST /sign-in/with/{provider}/acs gets its response. Browsers omit SameSite=Lax cookies from POST
 * requests of other sites, so that the response waits with its request. The redirect leads the browser to the callback
 * with its cookies, where the request is taken like that of every provider.
 */
export function samlPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get<{ Params: { id: string } }>("/sign-in/with/:id/metadata", async (request, reply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id, "saml");
    const { ownMetadata } = await import("#domain/people/identity-providers/saml/own-metadata.ts");
    return reply.type("application/samlmetadata+xml; charset=utf-8").send(ownMetadata(context, provider));
  });

  void app.register((scope, _options, done) => {
    acceptForms(scope, maxForm);
    scope.post<{ Params: { id: string } }>("/sign-in/with/:id/acs", async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const provider = await providerOf(pageRequest, request.params.id, "saml");
      await requireWithin(pageRequest.context, limits.providerSignInPerAddress, networkOf(pageRequest.context.address));
      return receive(pageRequest, provider);
    });
    done();
  });
}

async function receive(pageRequest: PageRequest, provider: IdentityProvider): Promise<FastifyReply> {
  const { context, request, reply } = pageRequest;
  const form = readForm(fieldsOf(request));
  const state = form.get("RelayState") ?? "";
  const message = form.get("SAMLResponse") ?? "";
  if (!isState(state)) return sendProviderProblem(pageRequest, "expired", provider, unknown);
  const { receiveResponse } = await import("#domain/people/identity-providers/saml/receive-response.ts");
  const isKnown = await receiveResponse(context, provider, { state, message });
  if (!isKnown) return sendProviderProblem(pageRequest, "expired", provider, unknown);
  const path = pathOfProvider(formatId("identityProvider", provider.id));
  return reply.redirect(`${path}/callback?state=${state}`, 303);
}

const unknown = { purpose: "sign_in", authorizationId: null, returnTo: null } as const;
