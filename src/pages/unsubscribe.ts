import type { FastifyInstance } from "fastify";
import { topicOfLink, unsubscribeFromMail } from "#domain/engagement/notifications/unsubscribe.ts";
import { perform } from "#domain/platform/operation.ts";
import { linkOf } from "./mailed-link.ts";
import { sendPage } from "./send.ts";
import { unsubscribe } from "./views/unsubscribe.ts";
import { pageOf, type StartVisit } from "./visit.ts";

/**
 * GET and POST /unsubscribe: the way out of mails, without signing in. Opening it asks; a POST does it at once, since
 * programs that read mail send one by themselves (RFC 8058 §3.2). The link is all that gives a right to it: a form of
 * another site could send nothing that its own request could not.
 */
export function unsubscribePages(app: FastifyInstance, visit: StartVisit): void {
  app.register(async (scope) => {
    // What such programs send says nothing that the address does not, in whatever form they send it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null));

    scope.get("/unsubscribe", async (request, reply) => {
      const visitor = await visit(request, reply);
      const link = linkOf(request);
      const topic = topicOfLink(visitor.context, link);
      const page = pageOf(visitor);
      if (!topic) return sendPage(reply, unsubscribe(page, { state: "ended" }), { status: 404 });
      return sendPage(reply, unsubscribe(page, { state: "asked", topic, link, csrf: visitor.csrf }));
    });

    scope.post("/unsubscribe", async (request, reply) => {
      const visitor = await visit(request, reply);
      const link = linkOf(request);
      const page = pageOf(visitor);
      if (!topicOfLink(visitor.context, link)) {
        return sendPage(reply, unsubscribe(page, { state: "ended" }), { status: 404 });
      }
      const { topic } = await perform(unsubscribeFromMail, visitor.context, { link });
      return sendPage(reply, unsubscribe(page, { state: "done", topic }));
    });
  });
}
