import type { FastifyInstance, FastifyReply } from "fastify";
import {
  cancelMyAgreement,
  findMyAgreement,
  findMySwitch,
  openPortal,
  resumeMyAgreement,
  switchMyPlan,
} from "#domain/sales/billing/own-agreements.ts";
import { portalOriginsOf } from "#domain/sales/payments/member/checkout-origins.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { switchPage, type SwitchRefusal, termsField } from "../../views/public/switch-plan.ts";
import { subscriptionNotices, subscriptionPage } from "../../views/public/subscriptions.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
import { personRoutes } from "../public-routes.ts";
import { sendPublicPage } from "../send.ts";

/** GET /orders/subscriptions/{id} and …/switch, POST …/switch, …/cancel, …/resume and …/portal: own recurring payments. */
export function subscriptionPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const { getPage, postForm } = personRoutes(openPageRequest, pageOf);

  getPage(app, "/orders/subscriptions/:id", async (pageRequest, request) => {
    const agreement = await perform(findMyAgreement, pageRequest.context, { id: request.params.id });
    const { done, failed } = request.query;
    const notice = subscriptionNotices.find((name) => name === done);
    const failure = failed === "provider" ? ("unreachable" as const) : undefined;
    const origins = portalOriginsOf(pageRequest.context, agreement.provider);
    const switching = await perform(findMySwitch, pageRequest.context, { id: request.params.id });
    const view = { agreement, switching, notice, failure };
    return sendPublicPage(pageRequest, subscriptionPage(pageRequest.page, view), undefined, origins);
  });

  const switchPath = "/orders/subscriptions/:id/switch";
  getPage(app, switchPath, (pageRequest, request) =>
    show(pageRequest, { id: request.params.id, wanted: request.query.to }),
  );

  postForm(app, switchPath, async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const here = addressOf(id);
    const pricingId = form.get("pricing") || null;
    try {
      const terms = pricingId === null ? undefined : (form.get(termsField(pricingId)) ?? "");
      await perform(switchMyPlan, pageRequest.context, { id, pricingId, terms });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Canceled in another window.
      if (error.code === "invalid_state") return reply.redirect(here, 303);
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      reply.code(409);
      return show(pageRequest, { id, wanted: pricingId ?? undefined, refusal });
    }
    return reply.redirect(`${here}?done=${pricingId === null ? "kept" : "changing"}`, 303);
  });

  const act = (name: string, done: (typeof subscriptionNotices)[number], operation: Operation) =>
    postForm(
      app,
      { path: `/orders/subscriptions/:id/${name}`, formAt: pageOf },
      async (pageRequest, _form, request) => {
        const { reply } = pageRequest;
        const { id } = request.params;
        const here = addressOf(id);
        try {
          await perform(operation, pageRequest.context, { id });
        } catch (error) {
          // Canceled or resumed in another window.
          if (!(error instanceof Problem) || error.code !== "invalid_state") throw error;
          return reply.redirect(here, 303);
        }
        return reply.redirect(`${here}?done=${done}`, 303);
      },
    );
  act("cancel", "canceled", cancelMyAgreement);
  act("resume", "resumed", resumeMyAgreement);

  const portalPath = "/orders/subscriptions/:id/portal";
  postForm(app, { path: portalPath, formAt: pageOf }, async (pageRequest, _form, request) => {
    const { context, reply } = pageRequest;
    const here = addressOf(request.params.id);
    const agreement = await perform(findMyAgreement, context, { id: request.params.id });
    try {
      const portal = await openPortal(context, agreement.id, `${context.site.origin}${here}`);
      const isAllowed = portalOriginsOf(context, agreement.provider).includes(new URL(portal).origin);
      if (isAllowed) return await reply.redirect(portal, 303);
      // The content security policy blocks redirects of forms to a domain of the school at the provider.
      return await sendPublicPage(pageRequest, subscriptionPage(pageRequest.page, { agreement, portal }));
    } catch (err) {
      request.log.warn({ err }, "a payment provider could not open the page of a customer");
      return reply.redirect(`${here}?failed=provider`, 303);
    }
  });
}

const pageOf = ({ id = "" }: { id?: string }) => addressOf(id);

interface Shown {
  id: string;
  wanted: string | undefined;
  refusal?: SwitchRefusal;
}

async function show(pageRequest: PublicPageRequest, { id, ...shown }: Shown): Promise<FastifyReply> {
  const { context, page } = pageRequest;
  const agreement = await perform(findMyAgreement, context, { id });
  const switching = await perform(findMySwitch, context, { id });
  return sendPublicPage(pageRequest, switchPage(page, { agreement, switching, ...shown }));
}

const refusals: Partial<Record<ProblemCode, SwitchRefusal>> = {
  sold_out: "soldOut",
  already_subscribed: "owned",
  validation_failed: "gone",
};

const refusalOf = ({ code, details }: Problem): SwitchRefusal | undefined =>
  details.errors?.some(({ pointer }) => pointer === "/terms") ? "changed" : refusals[code];

const addressOf = (id: string): string => `/orders/subscriptions/${encodeURIComponent(id)}`;
