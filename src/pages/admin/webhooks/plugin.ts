import type { FastifyInstance } from "fastify";
import { changePages } from "./change.ts";
import { createPages } from "./create.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { listWebhookDeliveries } from "#domain/webhooks/deliveries/list-deliveries.ts";
import { getWebhookEndpoint, listWebhookEndpoints } from "#domain/webhooks/endpoints/list-endpoints.ts";
import { deliveryStatuses } from "#domain/webhooks/deliveries/webhook-delivery.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "../../text/catalogue-type.ts";
import { type Webhook, webhook } from "../../views/admin/webhooks/webhook.ts";
import { webhooks } from "../../views/admin/webhooks/webhooks.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";

export function webhookPages(app: FastifyInstance): void {
  createPages(app);
  readPages(app);
  changePages(app);
}

const { path } = adminSections.webhooks;

/** GET /admin/webhooks, and one endpoint with its deliveries. */
function readPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { cursor, done } = request.query;
    const { data, page } = await perform(listWebhookEndpoints, pageRequest.context, cursorIn(cursor));
    const pages = pagesOf(path, {}, page.nextCursor, cursor);
    const view = { endpoints: data.map(withId), pages, deleted: done === "deleted" };
    return webhooks(adminPageOf(pageRequest, "webhooks"), view);
  });

  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { id } = request.params;
    const { cursor, done } = request.query;
    const filter = deliveryStatuses.find((status) => status === request.query.status);
    const endpoint = await perform(getWebhookEndpoint, pageRequest.context, { id });
    const requested = { id, limit: 25, ...cursorIn(cursor), ...(filter && { status: [filter] }) };
    const { data, page } = await perform(listWebhookDeliveries, pageRequest.context, requested);
    const view: Webhook = {
      endpoint: withId(endpoint),
      deliveries: data.map((delivery) => ({
        ...delivery,
        id: formatId("webhookDelivery", delivery.id),
        eventId: formatId("webhookEvent", delivery.eventId),
      })),
      filter,
      pages: pagesOf(`${path}/${id}`, { status: filter }, page.nextCursor, cursor),
      notice: isNotice(done) ? done : undefined,
    };
    return webhook(adminPageOf(pageRequest, "webhooks"), view);
  });
}

const isNotice = (done: unknown): done is keyof Catalogue["admin"]["webhooks"]["notice"] =>
  typeof done === "string" && Object.hasOwn(textFor("en").admin.webhooks.notice, done);

const withId = <Row extends { id: string }>(row: Row): Row => ({ ...row, id: formatId("webhookEndpoint", row.id) });
