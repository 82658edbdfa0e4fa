import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { browseCourses, showCourse } from "#domain/public-catalog/courses/courses.ts";
import { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import { showEvent } from "#domain/public-catalog/events.ts";
import { showLecturer } from "#domain/public-catalog/lecturers.ts";
import { showMembershipPlan } from "#domain/public-catalog/membership-plans.ts";
import { showOutline } from "#domain/public-catalog/courses/outline.ts";
import { showPromoVideo } from "#domain/public-catalog/courses/promo-video.ts";
import { showPost } from "#domain/public-catalog/posts/posts.ts";
import { showPageContent } from "#domain/public-catalog/pages/page-content.ts";
import { findMyRegistration } from "#domain/events/event-registrations/my-registration.ts";
import { findEnrollmentOption } from "#domain/learning/self-enrollment/enrollment-option.ts";
import { findMySessions } from "#domain/sales/consulting-bookings/my-sessions.ts";
import { findMyDownloads } from "#domain/memberships/downloads/find-my-downloads.ts";
import { findWaitingOrder } from "#domain/sales/payments/member/waiting-order.ts";
import { acceptsPayments } from "#domain/sales/payments/member/accepts-payments.ts";
import { findMyPlan } from "#domain/memberships/subscriptions/join-free-plan.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { coursePage } from "#pages/views/public/course.ts";
import { eventPage } from "#pages/views/public/event.ts";
import { lecturerPage } from "#pages/views/public/lecturer.ts";
import { planPage } from "#pages/views/public/plan.ts";
import { postPage } from "#pages/views/public/post.ts";
import type { PageContent } from "#pages/views/public/page-seo.ts";
import { productPage } from "#pages/views/public/product.ts";
import { policyOfPost, readPostDiscussion } from "./post-comments.ts";
import { servicePage } from "#pages/views/public/consulting.ts";
import { readReviews } from "./reviews.ts";
import { withEditLink } from "./edit-link.ts";
import { sendPublicPage } from "./send.ts";
import type { PublicPageRequest, OpenPublicPageRequest } from "./page-request.ts";

/** GET /courses/{slug} and the other item pages. */
export function itemPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const page = pages(app, openPageRequest);
  page("/courses", "course", "course", showCourse, async (pageRequest, course, content) => {
    const { context } = pageRequest;
    const [outline, { url: promoVideoUrl }, { option }, { sells }, reviews, waiting, others] = await Promise.all([
      perform(showOutline, context, { course: course.slug }),
      perform(showPromoVideo, context, { course: course.slug }),
      perform(findEnrollmentOption, context, { courseId: formatId("course", course.id) }),
      perform(acceptsPayments, context, {}),
      readReviews(pageRequest, course),
      perform(findWaitingOrder, context, { items: course.plans.map(({ id }) => id) }),
      perform(browseCourses, context, { limit: maxRelatedCourses + 1 }),
    ]);
    const related = others.data.filter(({ id }) => id !== course.id).slice(0, maxRelatedCourses);
    const around = { promoVideoUrl, option, sells, reviews, waitingOrder: waitingOf(waiting), related };
    return coursePage(pageRequest.page, { course, outline, presented: content, ...around });
  });
  page("/events", "event", "event", showEvent, async (pageRequest, event, content) => {
    const { context, page: sheet } = pageRequest;
    const own = await perform(findMyRegistration, context, { eventId: formatId("event", event.id) });
    const { sells } = await perform(acceptsPayments, context, {});
    return eventPage(sheet, { event, presented: content, own, sells });
  });
  page("/posts", "post", "post", showPost, async (pageRequest, post, content) => {
    const query = { ...asRecord(pageRequest.request.query) };
    return postPage(pageRequest.page, {
      post,
      presented: content,
      discussion: await readPostDiscussion(pageRequest, post.slug, query),
    });
  });
  page("/membership-plans", "membershipPlan", "plan", showMembershipPlan, async (pageRequest, plan, content) => {
    const planId = formatId("membershipPlan", plan.id);
    const { subscribed, hadPlan } = await perform(findMyPlan, pageRequest.context, { planId });
    const { sells } = await perform(acceptsPayments, pageRequest.context, {});
    const items = plan.pricings.map(({ id }) => id);
    const waitingOrder = waitingOf(await perform(findWaitingOrder, pageRequest.context, { items }));
    return planPage(pageRequest.page, { plan, presented: content, subscribed, hadPlan, sells, waitingOrder });
  });
  page("/lecturers", "lecturer", "lecturer", showLecturer, (pageRequest, lecturer, content) =>
    lecturerPage(pageRequest.page, { lecturer, presented: content }),
  );
  page("/digital-products", "digitalProduct", "product", showDigitalProduct, async (pageRequest, product, content) => {
    const productId = formatId("digitalProduct", product.id);
    const downloads = await perform(findMyDownloads, pageRequest.context, { productId });
    const { sells } = await perform(acceptsPayments, pageRequest.context, {});
    const waitingOrder = waitingOf(await perform(findWaitingOrder, pageRequest.context, { items: [product.id] }));
    return productPage(pageRequest.page, { product, presented: content, downloads, sells, waitingOrder });
  });
  page("/consulting", "consultingService", "service", showConsultingService, async (pageRequest, service, content) => {
    const serviceId = formatId("consultingService", service.id);
    const mine = await perform(findMySessions, pageRequest.context, { serviceId });
    const { sells } = await perform(acceptsPayments, pageRequest.context, {});
    const waitingOrder = waitingOf(await perform(findWaitingOrder, pageRequest.context, { items: [service.id] }));
    return servicePage(pageRequest.page, { service, presented: content, mine, sells, waitingOrder });
  });
}

const maxRelatedCourses = 3;

const waitingOf = ({ id }: { id: string | null }): string | null => (id === null ? null : formatId("order", id));

type Thing = { id: string; slug: string };

const pages =
  (app: FastifyInstance, openPageRequest: OpenPublicPageRequest) =>
  <Output extends z.ZodType<Thing>>(
    list: string,
    kind: IdKind,
    parameter: string,
    show: Operation<z.ZodObject, Output>,
    view: (pageRequest: PublicPageRequest, item: z.output<Output>, content: PageContent) => string | Promise<string>,
  ): void => {
    app.get<{ Params: { slug: string } }>(`${list}/:slug`, async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const { context, indexed } = pageRequest;
      const { slug } = request.params;
      const item = await perform(show, context, { [parameter]: slug });
      // Redirects from the id to the slug.
      if (item.slug !== slug) return reply.redirect(`${list}/${item.slug}`, 308);
      const content = await perform(showPageContent, context, { kind, id: formatId(kind, item.id) });
      const withEdit = await withEditLink(pageRequest, kind, item.id);
      const page = await view(withEdit, item, { ...content, indexed: content.indexed && indexed });
      const policy = kind === "post" ? policyOfPost(pageRequest) : [];
      return sendPublicPage(pageRequest, page, `${list}/${slug}.md`, [], policy);
    });
  };
