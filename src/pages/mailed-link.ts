import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPage } from "./send.ts";
import { message } from "./views/message.ts";
import { pageOf, readForm, type Visit } from "./visit.ts";

/** The secret of a link that was mailed: it stands in this one address, and in the form behind it. */
export const linkOf = ({ url }: FastifyRequest): string => new URLSearchParams(url.split("?")[1]).get("link") ?? "";

/** The same of a form, whether or not its token is good: the page is only shown again for it. */
export const linkIn = ({ body }: FastifyRequest): string =>
  readForm(typeof body === "string" ? body : "").get("link") ?? "";

/** One answer for every link that is not good: unknown, used, expired, of another site. */
export const showLinkEnded = (visitor: Visit, href = "/sign-in"): FastifyReply =>
  sendPage(visitor.reply, message(pageOf(visitor), { kind: "linkEnded", href }), { status: 404 });

/** In place of a page that needs mail, where the installation sends none. */
export const showNoMail = (visitor: Visit, href = "/sign-in"): FastifyReply =>
  sendPage(visitor.reply, message(pageOf(visitor), { kind: "noMail", href }), { status: 404 });
