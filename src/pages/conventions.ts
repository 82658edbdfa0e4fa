import type { FastifyInstance } from "fastify";
import { showErrors } from "./errors.ts";
import { type StartVisit, visits } from "./visit.ts";

/** Bytes; the longest real form is far below. */
const maxForm = 64 * 1024;

/** For the routes of this scope: forms alone are read, of at most so many bytes. A letter may be sent as nine. */
export function acceptForms(app: FastifyInstance, most: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: most },
    (_request, body, done) => done(null, body),
  );
}

/** What all pages have in common, wherever they stand: forms alone are read, and every error is a page too. */
export const withPages =
  (csrfKey: Buffer, add: (app: FastifyInstance, visit: StartVisit) => void | Promise<void>) =>
  async (app: FastifyInstance): Promise<void> => {
    const visit = visits(csrfKey);
    acceptForms(app, maxForm);
    // On redirects, as on pages: where a person came from is told to no application.
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("referrer-policy", "no-referrer");
      done();
    });
    showErrors(app, visit);
    await add(app, visit);
  };
