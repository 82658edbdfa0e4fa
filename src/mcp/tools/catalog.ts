import * as z from "zod";
import { browseCategories } from "#domain/public-catalog/categories.ts";
import * as consulting from "#domain/public-catalog/consulting.ts";
import * as courses from "#domain/public-catalog/courses/courses.ts";
import * as products from "#domain/public-catalog/digital-products.ts";
import * as events from "#domain/public-catalog/events.ts";
import * as lecturers from "#domain/public-catalog/lecturers.ts";
import * as plans from "#domain/public-catalog/membership-plans.ts";
import * as outline from "#domain/public-catalog/courses/outline.ts";
import * as posts from "#domain/public-catalog/posts/posts.ts";
import { listOffers } from "#domain/public-catalog/documents/pricing.ts";
import { browseCourseReviews } from "#domain/public-catalog/courses/reviews.ts";
import { fetchCatalogItem, readCatalogItem, searchCatalog } from "#domain/public-catalog/search/search.ts";
import { showSite } from "#domain/public-catalog/documents/site-info.ts";
import { aboutFirst } from "../definition/first-item.ts";
import { readTool, readToolOf } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

const readFirst = (tool: string, argument: string) =>
  aboutFirst(tool, "Read the first item in full.", ({ id }) => ({ [argument]: id }));

/** Public catalog tools, for every caller. */
export const catalogTools: readonly Tool[] = [
  readTool({
    name: "search",
    title: "Search the site",
    description:
      "Finds courses, events, plans, products, services, posts, pages and lecturers by words, with prices. enroll_url opens the page to enroll or pay. Read a result with fetch.",
    operation: searchCatalog,
    whole: true,
  }),
  readTool({
    name: "fetch",
    title: "Read a search result",
    description:
      "Reads an item that search found, as Markdown. For prices and other fields, use the get tool of its kind, such as get_course.",
    operation: fetchCatalogItem,
    whole: true,
  }),
  readTool({
    name: "get_site_info",
    title: "Get site information",
    description: "Name, languages, policies, contact and document URLs of this site. Call it once at the start.",
    operation: showSite,
    next: () => [
      { tool: "list_courses", arguments: {}, why: "List the courses." },
      { tool: "get_pricing", arguments: {}, why: "List the prices." },
    ],
  }),
  readTool({
    name: "list_courses",
    title: "List courses",
    description: "Published courses with lowest price, level, language and rating. For free text, use search.",
    operation: courses.browseCourses,
    next: readFirst("get_course", "course"),
  }),
  readTool({
    name: "list_categories",
    title: "List categories",
    description: "Categories of courses, events or posts, for category_id of list_courses, list_events and list_posts.",
    operation: browseCategories,
    whole: true,
  }),
  readTool({
    name: "get_course",
    title: "Get a course",
    description:
      "One published course: description, outcomes, lecturers, rating, plans with prices, and URL. Its lectures: get_course_outline.",
    operation: courses.showCourse,
    next: ({ id }) => [
      { tool: "get_course_outline", arguments: { course: id }, why: "Read its sections and lectures." },
    ],
  }),
  readTool({
    name: "get_course_outline",
    title: "Get a course outline",
    description:
      "Sections and lectures of a published course, without content. Read those with is_preview with get_preview_lecture.",
    operation: outline.showOutline,
  }),
  readTool({
    name: "get_preview_lecture",
    title: "Read a preview lecture",
    description: "Text of a lecture that get_course_outline marks as is_preview. Others require an enrollment.",
    operation: outline.showPreviewLecture,
  }),
  readTool({
    name: "list_lecturers",
    title: "List lecturers",
    description: "Public lecturers of the site. For a biography, use get_lecturer.",
    operation: lecturers.browseLecturers,
    next: readFirst("get_lecturer", "lecturer"),
  }),
  readTool({
    name: "get_lecturer",
    title: "Get a lecturer",
    description: "One lecturer by ID or slug: biography, links and public courses.",
    operation: lecturers.showLecturer,
  }),
  readTool({
    name: "list_events",
    title: "List events",
    description:
      "Published events that have not ended, soonest first, with remaining seats. For tickets and prices, use get_event.",
    operation: events.browseEvents,
    next: readFirst("get_event", "event"),
  }),
  readTool({
    name: "get_event",
    title: "Get an event",
    description: "One published event: description, time, venue, lecturers, tickets with prices, and remaining seats.",
    operation: events.showEvent,
  }),
  readTool({
    name: "list_membership_plans",
    title: "List membership plans",
    description: "Membership plans on sale with prices. For all benefits, use get_membership_plan.",
    operation: plans.browseMembershipPlans,
    next: readFirst("get_membership_plan", "plan"),
  }),
  readTool({
    name: "get_membership_plan",
    title: "Get a membership plan",
    description:
      "One membership plan: description, prices, FAQ and included courses. all_courses includes every course.",
    operation: plans.showMembershipPlan,
  }),
  readTool({
    name: "list_digital_products",
    title: "List digital products",
    description: "Published digital products with prices. For the files of one, use get_digital_product.",
    operation: products.browseDigitalProducts,
    next: readFirst("get_digital_product", "product"),
  }),
  readTool({
    name: "get_digital_product",
    title: "Get a digital product",
    description: "One published digital product: description, price, access and files, without links.",
    operation: products.showDigitalProduct,
  }),
  readTool({
    name: "list_consulting_services",
    title: "List consulting services",
    description: "Published consulting services with prices. For available slots, use get_consulting_service.",
    operation: consulting.browseConsultingServices,
    next: readFirst("get_consulting_service", "service"),
  }),
  readTool({
    name: "get_consulting_service",
    title: "Get a consulting service",
    description: "One consulting service with its lecturers and available slots of 14 days, or of a period.",
    operation: consulting.showConsultingService,
    // Visitors change nothing.
    versioned: false,
  }),
  readTool({
    name: "list_posts",
    title: "List posts",
    description: "Published posts with excerpt, newest first. Read one with get_post.",
    operation: posts.browsePosts,
    next: readFirst("get_post", "post"),
  }),
  readTool({
    name: "get_post",
    title: "Get a post",
    description: "One published post. If you cannot read it, only its excerpt; withheld names the required access.",
    operation: posts.showPost,
  }),
  readToolOf({
    name: "get_page",
    title: "Read a page",
    description: "One public page as Markdown, by its path. Find pages with search and types page.",
    arguments: z.object({
      path: z
        .string()
        .min(1)
        .max(200)
        .meta({ examples: ["/about"] }),
    }),
    operations: [readCatalogItem],
    step: ({ path }) => ({ operation: readCatalogItem, input: { kind: "page", slug: path } }),
  }),
  readTool({
    name: "get_pricing",
    title: "Get all prices",
    description: "Everything on sale with prices and checkout URLs. For one item, use its get tool.",
    operation: listOffers,
  }),
  readTool({
    name: "list_course_reviews",
    title: "List course reviews",
    description: "Ratings of a course, newest first, with the published texts under untrusted_text.",
    operation: browseCourseReviews,
  }),
];
