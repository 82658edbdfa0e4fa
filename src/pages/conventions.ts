import type { FastifyInstance } from "fastify";
import { showErrors } from "./errors.ts";
import { type StartVisit, visits } from "./visit.ts";

/** Bytes; the longest real form is far below. */
const maxForm = 64 * 1024;

/** What all pages have in common, wherever they stand: forms alone are read, and every error is a page too. */
export const withPages =
  (csrfKey: Buffer, add: (app: FastifyInstance, visit: StartVisit) => void | Promise<void>) =>
  async (app: FastifyInstance): Promise<void> => {
    const visit = visits(csrfKey);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxForm },
      (_request, body, done) => done(null, body),
    );
    // On redirects, as on pages: where a person came from is told to no application.
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("referrer-policy", "no-referrer");
      done();
    });
    showErrors(app, visit);
    await add(app, visit);
  };
