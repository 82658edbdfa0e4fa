import { findSession } from "#domain/people/sessions/queries.ts";
import { cookiesOf } from "#http/browser.ts";
import { csrfToken } from "#http/csrf.ts";
import { sendOwnRequest } from "../forms/own-request.ts";
import type { PageRequest } from "../responses/page-request.ts";
import { chosenItemIn } from "./return-to.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The application with all surfaces, in those that are loaded on demand. */
    application?: Pick<FastifyInstance, "inject">;
  }
}

/**
 * Submits the form of a free item for a person who pressed its button as a visitor, and has signed in by a form now.
 * The pages of sign-in and confirmation announce it. Returns the page that follows: that of the item if it cannot be
 * given. Undefined if the person came from another page.
 */
export async function takeChosen(
  { request, context, browser, csrfKey }: PageRequest,
  { secret, returnTo }: { secret: string; returnTo: string | null | undefined },
): Promise<string | undefined> {
  const item = returnTo ? chosenItemIn(returnTo) : undefined;
  const session = item && (await findSession(context, secret, context.now));
  if (!item || !session) return item?.page;
  const csrf = csrfToken(csrfKey, { browser, sessionId: session.id });
  const cookie = cookiesOf(context, { browser, session: secret });
  const form: [string, string][] = [...item.fields, ["csrf", csrf]];
  const { server, headers: received, socket } = request;
  const own = { server: server.application ?? server, headers: received, socket };
  const { headers } = await sendOwnRequest(own, { url: item.action, headers: { cookie }, form });
  const { location } = headers;
  return typeof location === "string" && location.startsWith("/") ? location : item.page;
}
