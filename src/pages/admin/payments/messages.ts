import type { FastifyInstance } from "fastify";
import {
  listPaymentMessages,
  messageFilters,
  replayMessages,
} from "#domain/sales/payments/provider-events/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { formOf } from "../../page-request.ts";
import { sendPage } from "../../send.ts";
import { sendStaleForm } from "../../stale-form.ts";
import { messageNotices, messagesPath, paymentMessages } from "../../views/admin/payment-messages.ts";
import { adminPageOf, adminPageRequestOf } from "../page-request.ts";
import { cursorIn, pagesOf } from "../paging.ts";
import type { AdminOptions } from "../plugin.ts";

const perPage = 20;

interface List {
  Querystring: { state?: string; cursor?: string; done?: string };
}

/** GET and POST /admin/payments/messages: messages of payment providers, and applying those that wait. */
export function paymentMessagePages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  app.get<List>(messagesPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { state, cursor, done } = request.query;
    const filter = filterIn(state);
    const input = { filter, limit: perPage, ...cursorIn(cursor) };
    const { messages, nextCursor } = await perform(listPaymentMessages, pageRequest.context, input);
    const notice = messageNotices.find((name) => name === done);
    const pages = pagesOf(messagesPath, { state: filter }, nextCursor, cursor);
    return sendPage(reply, paymentMessages(adminPageOf(pageRequest, "payments"), { messages, filter, notice, pages }));
  });

  app.post<List>(messagesPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, messagesPath);
    const [provider, messageId] = [form.get("provider") ?? "", form.get("message") ?? ""];
    const { applied, error: err } = await replayMessages(pageRequest.context, { provider, messageId });
    if (err !== undefined) request.log.warn({ err, provider, messageId }, "a payment message could not be applied");
    const done = err === undefined ? (applied > 0 ? "applied" : "waiting") : "failed";
    return reply.redirect(`${messagesPath}?state=${filterIn(form.get("state"))}&done=${done}`, 303);
  });
}

const filterIn = (state: string | null | undefined) => messageFilters.find((name) => name === state) ?? "failed";
