import type { FastifyInstance } from "fastify";
import { eventFilters, replayEvents } from "#domain/sales/payments/provider-events/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { eventNotices, providerEventsPath, providerEvents } from "../../views/admin/payments/provider-events.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage, postForm } from "../parts/routes.ts";

const perPage = 20;

/** GET and POST /admin/payments/events: events of payment providers, and applying those that wait. */
export function providerEventPages(app: FastifyInstance): void {
  getPage(app, providerEventsPath, async (pageRequest, request) => {
    const { state, cursor, done } = request.query;
    const filter = filterIn(state);
    const input = { filter, limit: perPage, ...cursorIn(cursor) };
    const { listProviderEvents } = await adminOperations.payments();
    const { events, nextCursor } = await perform(listProviderEvents, pageRequest.context, input);
    const notice = eventNotices.find((name) => name === done);
    const pages = pagesOf(providerEventsPath, { state: filter }, nextCursor, cursor);
    return providerEvents(adminPageOf(pageRequest, "payments"), { events, filter, notice, pages });
  });

  postForm(app, providerEventsPath, async (pageRequest, form, request) => {
    const [provider, messageId] = [form.get("provider") ?? "", form.get("event") ?? ""];
    const { applied, error: err } = await replayEvents(pageRequest.context, { provider, messageId });
    if (err !== undefined) request.log.warn({ err, provider, messageId }, "a payment event could not be applied");
    const done = err === undefined ? (applied > 0 ? "applied" : "waiting") : "failed";
    return pageRequest.reply.redirect(`${providerEventsPath}?state=${filterIn(form.get("state"))}&done=${done}`, 303);
  });
}

const filterIn = (state: string | null | undefined) => eventFilters.find((name) => name === state) ?? "failed";
