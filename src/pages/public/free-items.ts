import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import { registerMyself } from "#domain/events/event-registrations/register-myself.ts";
import { enrollMyself } from "#domain/learning/self-enrollment/enroll-myself.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem, type ProblemCode } from "#domain/platform/problem.ts";
import { bookMySession } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { getFreeProduct } from "#domain/offers/digital-products/get-free-product.ts";
import { joinFreePlan } from "#domain/memberships/subscriptions/join-free-plan.ts";
import type { Form } from "#oauth/form.ts";
import type { RouteRequest } from "../responses/page-routes.ts";
import { personRoutes } from "./public-routes.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "./page-request.ts";

/** Forms of the item pages: enroll, register, get, book and join, without payment. Each leads back to its page. */
export function freeItemPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const form = <Output extends z.ZodType>(
    list: string,
    action: string,
    operation: Operation<z.ZodObject, Output>,
    inputOf: (slug: string, form: Form) => object,
    targetOf: (page: string, slug: string, output: z.output<Output>) => string = (page) => page,
  ): void => {
    const pageOf = ({ slug = "" }: { slug?: string }) => `${list}/${encodeURIComponent(slug)}`;
    const path = `${list}/:slug/${action}` as const;
    const stale = ({ reply }: PublicPageRequest, { params }: RouteRequest<typeof path>) =>
      reply.redirect(pageOf(params), 303);
    personRoutes(openPageRequest, pageOf).postForm(
      app,
      { path, stale },
      async ({ context, reply }, fields, request) => {
        const { slug } = request.params;
        const page = pageOf(request.params);
        try {
          const output = await perform(operation, context, inputOf(slug, fields));
          return await reply.redirect(targetOf(page, slug, output), 303);
        } catch (error) {
          // The page shows the current state: someone else got the last seat, or the offer has ended.
          if (error instanceof Problem && changedMeanwhile.has(error.code)) return reply.redirect(page, 303);
          throw error;
        }
      },
    );
  };

  form(
    "/courses",
    "enroll",
    enrollMyself,
    (course) => ({ course }),
    (page, slug, { result }) => (result === "enrolled" ? `/learn/${encodeURIComponent(slug)}` : page),
  );
  form("/events", "register", registerMyself, (event, fields) => ({
    event,
    ticketId: fields.get("ticket"),
    waitlist: fields.get("waitlist") === "true",
  }));
  form("/digital-products", "get", getFreeProduct, (product) => ({ product }));
  form("/consulting", "book", bookMySession, (service, fields) => ({ service, startsAt: fields.get("starts_at") }));
  form("/membership-plans", "join", joinFreePlan, (plan, fields) => ({ plan, pricingId: fields.get("pricing") }));
}

const changedMeanwhile: ReadonlySet<ProblemCode> = new Set([
  "invalid_state",
  "validation_failed",
  "slot_taken",
  "sold_out",
  "already_exists",
  "already_subscribed",
]);
