import type { FastifyInstance } from "fastify";
import { topicOfLink, unsubscribeFromMail } from "#domain/messages/notifications/unsubscribe.ts";
import { perform } from "#domain/platform/operation.ts";
import { linkOf } from "../sign-in/mailed-link.ts";
import { sendPage } from "../responses/send.ts";
import { unsubscribe } from "../views/account/unsubscribe.ts";
import { pageOf, type OpenPageRequest } from "../responses/page-request.ts";

/**
 * GET and POST /unsubscribe without sign-in. GET asks for confirmation. POST unsubscribes immediately, because mail
 * clients send it automatically (RFC 8058 §3.2). The signed link is the only authorization, so a cross-site form
 * gains nothing.
 */
export function unsubscribePages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.register(async (scope) => {
    // The body is ignored, whatever its type: the URL has all information.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null));

    scope.get("/unsubscribe", async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const link = linkOf(request);
      const topic = topicOfLink(pageRequest.context, link);
      const page = pageOf(pageRequest);
      if (!topic) return sendPage(reply, unsubscribe(page, { state: "ended" }), { status: 404 });
      return sendPage(reply, unsubscribe(page, { state: "asked", topic, link, csrf: pageRequest.csrf }));
    });

    scope.post("/unsubscribe", async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const link = linkOf(request);
      const page = pageOf(pageRequest);
      if (!topicOfLink(pageRequest.context, link)) {
        return sendPage(reply, unsubscribe(page, { state: "ended" }), { status: 404 });
      }
      const { topic } = await perform(unsubscribeFromMail, pageRequest.context, { link });
      return sendPage(reply, unsubscribe(page, { state: "done", topic }));
    });
  });
}
