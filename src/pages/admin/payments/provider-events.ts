import type { FastifyInstance } from "fastify";
import { listProviderEvents, eventFilters, replayEvents } from "#domain/sales/payments/provider-events/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { eventNotices, providerEventsPath, providerEvents } from "../../views/admin/payments/provider-events.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";

const perPage = 20;

interface List {
  Querystring: { state?: string; cursor?: string; done?: string };
}

/** GET and POST /admin/payments/events: events of payment providers, and applying those that wait. */
export function providerEventPages(app: FastifyInstance): void {
  app.get<List>(providerEventsPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { state, cursor, done } = request.query;
    const filter = filterIn(state);
    const input = { filter, limit: perPage, ...cursorIn(cursor) };
    const { events, nextCursor } = await perform(listProviderEvents, pageRequest.context, input);
    const notice = eventNotices.find((name) => name === done);
    const pages = pagesOf(providerEventsPath, { state: filter }, nextCursor, cursor);
    return sendPage(reply, providerEvents(adminPageOf(pageRequest, "payments"), { events, filter, notice, pages }));
  });

  app.post<List>(providerEventsPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, providerEventsPath);
    const [provider, messageId] = [form.get("provider") ?? "", form.get("event") ?? ""];
    const { applied, error: err } = await replayEvents(pageRequest.context, { provider, messageId });
    if (err !== undefined) request.log.warn({ err, provider, messageId }, "a payment event could not be applied");
    const done = err === undefined ? (applied > 0 ? "applied" : "waiting") : "failed";
    return reply.redirect(`${providerEventsPath}?state=${filterIn(form.get("state"))}&done=${done}`, 303);
  });
}

const filterIn = (state: string | null | undefined) => eventFilters.find((name) => name === state) ?? "failed";
