import type { FastifyReply, FastifyRequest } from "fastify";
import { sendPage } from "../responses/send.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { message } from "../views/frame/message.ts";
import { pageOf, readForm, type PageRequest } from "../responses/page-request.ts";

/** Returns the secret of an emailed link. It occurs only in this URL and in the form on the page. */
export const linkOf = ({ url }: FastifyRequest): string => new URLSearchParams(url.split("?")[1]).get("link") ?? "";

/** Returns the link secret from a form, even if the form token is invalid: the page is only rendered again. */
export const linkIn = (request: FastifyRequest): string => readForm(fieldsOf(request)).get("link") ?? "";

/** Renders the same page for every invalid link: unknown, used, expired or of another site. */
export const showLinkEnded = (pageRequest: PageRequest, href = "/sign-in"): FastifyReply =>
  sendPage(pageRequest.reply, message(pageOf(pageRequest), { kind: "linkEnded", href }), { status: 404 });

/** Replaces pages that need email if the installation sends none. */
export const showNoMail = (pageRequest: PageRequest, href = "/sign-in"): FastifyReply =>
  sendPage(pageRequest.reply, message(pageOf(pageRequest), { kind: "noMail", href }), { status: 404 });
