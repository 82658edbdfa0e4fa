import type { FastifyInstance, FastifyReply } from "fastify";
import {
  endSessionsOfProviderSession,
  endSessionsOfToken,
} from "#domain/people/identity-providers/logout/end-sessions.ts";
import { isReady } from "#domain/people/identity-providers/provider.ts";
import { ProviderError } from "#domain/people/identity-providers/provider-error.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { readForm } from "../../responses/page-request.ts";
import { providerOf, unknownProvider } from "./provider-of.ts";

interface Named {
  Params: { id: string };
  Querystring: { iss?: string; sid?: string };
}

const maxToken = 16_000;

/** Logout at an identity provider: POST …/back-channel-logout by its server, GET …/front-channel-logout in a frame. */
export function providerLogout(app: FastifyInstance): void {
  app.post<Named>("/sign-in/with/:id/back-channel-logout", async (request, reply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id, "openid");
    if (!isReady(provider)) throw unknownProvider();
    await requireWithin(context, limits.providerMessagePerAddress, networkOf(context.address));
    const token = readForm(fieldsOf(request)).get("logout_token") ?? "";
    if (token === "" || token.length > maxToken) return refuse(reply, "Send a logout_token.");
    try {
      const isNew = await endSessionsOfToken(context, provider, token);
      return isNew ? await reply.code(200).send("") : await refuse(reply, "This logout token was used before.");
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      request.log.warn({ err: error, provider: provider.name }, "a logout token was refused");
      return refuse(reply, error.message);
    }
  });

  app.get<Named>("/sign-in/with/:id/front-channel-logout", async (request, reply) => {
    const context = contextOf(request);
    const provider = await providerOf({ context }, request.params.id, "openid");
    if (!isReady(provider)) throw unknownProvider();
    await requireWithin(context, limits.providerMessagePerAddress, networkOf(context.address));
    const { iss, sid } = request.query;
    // Cookies do not reach a frame of another site, so that the session must be named.
    if (iss === provider.issuer && typeof sid === "string" && sid !== "" && sid.length <= 255) {
      await endSessionsOfProviderSession(context, provider.id, sid);
    }
    const ancestors = new URL(provider.issuer).origin;
    return reply
      .header("content-security-policy", `default-src 'none'; frame-ancestors ${ancestors}`)
      .type("text/html; charset=utf-8")
      .send("<!doctype html><title>Logout</title>");
  });
}

/** The errors of §2.8 are JSON. */
const refuse = (reply: FastifyReply, description: string): FastifyReply =>
  reply
    .code(400)
    .type("application/json")
    .send(JSON.stringify({ error: "invalid_request", error_description: description }));
