import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { contextOf } from "#http/context.ts";
import { stylesPage, schemesStyle } from "../views/styles/styles-page.ts";
import { pageOf, type OpenPageRequest } from "./page-request.ts";
import { sendPage } from "./send.ts";

/** GET /dev/styles: tokens and parts of pages in both color schemes, in development, for visitors on this machine. */
export function devStylesPage(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.get("/dev/styles", async (request, reply) => {
    if (!contextOf(request).development) throw notHere();
    return sendPage(reply, stylesPage(pageOf(await openPageRequest(request, reply))));
  });
  app.get("/dev/styles.css", async (request, reply) => {
    if (!contextOf(request).development) throw notHere();
    return reply.type("text/css; charset=utf-8").send(schemesStyle);
  });
}

const notHere = () => new Problem("not_found", "The styles are for this machine only.");
