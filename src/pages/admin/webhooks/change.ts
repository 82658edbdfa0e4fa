import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { redeliverWebhook } from "#domain/webhooks/deliveries/list-deliveries.ts";
import { getWebhookEndpoint } from "#domain/webhooks/endpoints/list-endpoints.ts";
import {
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "#domain/webhooks/endpoints/save-endpoint.ts";
import { sendTestWebhook } from "#domain/webhooks/deliveries/send-test.ts";
import type { Form } from "#oauth/form.ts";
import { sendPage } from "../../responses/send.ts";
import { webhookRemoval, webhookSecret, webhookSecretReplacement } from "../../views/admin/webhooks/webhooks.ts";
import { performForm } from "../parts/perform-once.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";

const { path } = adminSections.webhooks;

interface One {
  Params: { id: string };
}

/** Actions on an endpoint. Requests without a valid form token change nothing. */
export function changePages(app: FastifyInstance): void {
  const act = (name: string, work: (pageRequest: AdminPageRequest, id: string, form: Form) => Promise<string>) =>
    postForm(
      app,
      { path: `${path}/:id/${name}`, formAt: ({ id }) => endpointUrl(id) },
      async (pageRequest, form, { params: { id } }) => {
        return pageRequest.reply.redirect(endpointUrl(id, await orImpossible(work(pageRequest, id, form))), 303);
      },
    );

  act("test", async (pageRequest, id) => {
    const { status } = await performForm(pageRequest, sendTestWebhook, { id }, (delivery) => ({
      status: delivery.status,
    }));
    return status === "succeeded" ? "tested" : "refused";
  });
  act("enable", async ({ context }, id) => {
    await perform(updateWebhookEndpoint, context, { id, status: "enabled" });
    return "enabled";
  });
  act("disable", async ({ context }, id) => {
    await perform(updateWebhookEndpoint, context, { id, status: "disabled" });
    return "disabled";
  });
  act("again", async (pageRequest, id, form) => {
    await perform(getWebhookEndpoint, pageRequest.context, { id });
    await performForm(pageRequest, redeliverWebhook, { id: form.get("delivery") });
    return "again";
  });

  app.get<One>(`${path}/:id/secret`, async (request, reply) => {
    const { id, url, version } = await endpointOf(request);
    return send(request, reply, (page) => webhookSecretReplacement(page, { id, url, version }));
  });

  postForm(app, `${path}/:id/secret`, async (pageRequest, form, request) => {
    const { id } = request.params;
    // Requires the displayed version, so that a resubmitted form does not rotate the secret again.
    const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    try {
      const {
        url,
        secret,
        previousSecretExpiresAt: until,
      } = await perform(rotateWebhookSecret, contextAtVersion, { id });
      return await send(request, pageRequest.reply, (page) => webhookSecret(page, { id, url, secret, until }));
    } catch (error) {
      if (!(error instanceof Problem && error.code === "etag_mismatch")) throw error;
      return pageRequest.reply.redirect(endpointUrl(id, "changed"), 303);
    }
  });

  app.get<One>(`${path}/:id/delete`, async (request, reply) => {
    const { id, url } = await endpointOf(request);
    return send(request, reply, (page) => webhookRemoval(page, { id, url }));
  });

  postForm(app, `${path}/:id/delete`, async (pageRequest, _form, request) => {
    await perform(deleteWebhookEndpoint, pageRequest.context, request.params);
    return pageRequest.reply.redirect(`${path}?done=deleted`, 303);
  });
}

/** Returns the path of an endpoint's page with a notice. Encodes the id, which comes from the request. */
export const endpointUrl = (id: string, done?: string): string =>
  `${path}/${encodeURIComponent(id)}${done === undefined ? "" : `?done=${done}`}`;

async function endpointOf(request: FastifyRequest<One>): Promise<{ id: string; url: string; version: number }> {
  const { id } = request.params;
  const { url, version } = await perform(getWebhookEndpoint, adminPageRequestOf(request).context, { id });
  return { id, url, version };
}

const send = (request: FastifyRequest, reply: FastifyReply, view: (page: ReturnType<typeof adminPageOf>) => string) =>
  sendPage(reply, view(adminPageOf(adminPageRequestOf(request), "webhooks")));

async function orImpossible(done: Promise<string>): Promise<string> {
  try {
    return await done;
  } catch (error) {
    const isState = error instanceof Problem && (error.code === "invalid_state" || error.code === "validation_failed");
    if (isState) return "impossible";
    throw error;
  }
}
