import type { FastifyInstance } from "fastify";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { eventTypeNames } from "#domain/event-types.ts";
import { createWebhookEndpointOfForm } from "#domain/webhooks/endpoints/save-endpoint.ts";
import type { Form } from "#oauth/form.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { webhookForm, type WebhookForm } from "../../views/admin/webhooks/webhook-form.ts";
import { webhookSecret } from "../../views/admin/webhooks/webhooks.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { endpointUrl } from "./change.ts";

const path = `${adminSections.webhooks.path}/new`;

/**
 * GET and POST /admin/webhooks/new. The secret appears in this response only. Each form contains the id of the
 * endpoint, so that a reload of the response creates no second endpoint.
 */
export function createPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest) => {
    const typed = { url: "", description: "", payload: "full" as const, types: [] };
    const view = { id: formatId("webhookEndpoint", newId()), typed, wrong: [] };
    return webhookForm(adminPageOf(pageRequest, "webhooks"), view);
  });

  postForm(app, path, async (pageRequest, form) => {
    const { reply } = pageRequest;
    const id = form.get("id");
    if (!id) return sendStaleForm(pageRequest, path);
    const page = adminPageOf(pageRequest, "webhooks");
    const typed = read(form);
    const { types: eventTypes, ...fields } = typed;
    try {
      const input = { id, ...fields, eventTypes };
      const { url, secret } = await perform(createWebhookEndpointOfForm, pageRequest.context, input);
      return sendPage(reply, webhookSecret(page, { id, url, secret, until: null }));
    } catch (error) {
      const repeated = error instanceof Problem && error.code === "already_exists";
      if (repeated) return reply.redirect(endpointUrl(id, "repeated"), 303);
      if (!(error instanceof Problem && error.code === "validation_failed")) throw error;
      const wrong = wrongFields(error);
      if (wrong.length === 0) throw error;
      return sendPage(reply, webhookForm(page, { id, typed, wrong }), { status: 400 });
    }
  });
}

/** Returns the problems of fields that the form has. */
function wrongFields({ details: { errors = [] } }: Problem): WebhookForm["wrong"] {
  const url = errors.find(({ pointer }) => pointer === "/url");
  const hasTypes = errors.some(({ pointer }) => pointer.startsWith("/eventTypes"));
  return [
    ...(url ? [url.code === "not_public" ? ("privateUrl" as const) : ("url" as const)] : []),
    ...(hasTypes ? (["types"] as const) : []),
  ];
}

const read = (form: Form): WebhookForm["typed"] => ({
  url: (form.get("url") ?? "").trim().slice(0, 2000),
  description: (form.get("description") ?? "").slice(0, 500),
  payload: form.get("payload") === "thin" ? "thin" : "full",
  types: eventTypeNames.filter((name) => form.get(`type.${name}`) === "on"),
});
