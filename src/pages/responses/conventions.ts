import type { FastifyInstance } from "fastify";
import { acceptUrlEncodedForms } from "#http/form-body.ts";
import { type PageOfErrors, showErrors } from "./errors.ts";
import { type OpenPageRequest, pageRequestOpener } from "./page-request.ts";

/** The longest real form is far smaller. */
const maxFormBytes = 64 * 1024;

/**
 * Accepts only URL-encoded forms in the routes of this scope, up to the given size. One character can take nine
 * bytes.
 */
export function acceptForms(app: FastifyInstance, maxBytes: number): void {
  app.removeAllContentTypeParsers();
  acceptUrlEncodedForms(app, maxBytes);
}

/** Redirects of these pages carry codes and cookies too. Cacheable responses override this. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
}

/** Common setup of all pages: accepts forms only and renders errors as pages. */
export const withPages =
  (
    csrfKey: Buffer,
    add: (app: FastifyInstance, openPageRequest: OpenPageRequest) => void | Promise<void>,
    pageOfErrors?: PageOfErrors,
  ) =>
  async (app: FastifyInstance): Promise<void> => {
    const openPageRequest = pageRequestOpener(csrfKey);
    acceptForms(app, maxFormBytes);
    // No referrer on pages and redirects, so that clients do not learn the previous page.
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("referrer-policy", "no-referrer");
      done();
    });
    showErrors(app, openPageRequest, pageOfErrors);
    await add(app, openPageRequest);
  };
