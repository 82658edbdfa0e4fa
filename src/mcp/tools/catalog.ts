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
import { asRecord } from "#lib/json/is-record.ts";
import { metadata, readTool, readToolOf } from "../definition/make-tool.ts";
import type { NextStep, Tool } from "../definition/tool.ts";

type Wire = Record<string, unknown>;
const firstOf = ({ data }: Wire): Wire => asRecord(Array.isArray(data) ? data[0] : undefined);

/** Suggests reading the first item of a list. */
const readFirst =
  (tool: string, argument: string) =>
  (result: Wire): NextStep[] => {
    const id = firstOf(result)["id"];
    return id === undefined ? [] : [{ tool, arguments: { [argument]: id }, why: "Read the first item in full." }];
  };

/** Public catalog tools, for every caller. */
export const catalogTools: readonly Tool[] = [
  readTool(
    metadata(
      "search",
      "Search the site",
      "Finds courses, events, plans, products, services, posts, pages and lecturers by words, with prices. enroll_url opens the page to enroll or pay. Read a result with fetch.",
    ),
    searchCatalog,
    { whole: true },
  ),
  readTool(
    metadata(
      "fetch",
      "Read a search result",
      "Reads an item that search found, as Markdown. For prices and other fields, use the get tool of its kind, such as get_course.",
    ),
    fetchCatalogItem,
    { whole: true },
  ),
  readTool(
    metadata(
      "get_site_info",
      "Get site information",
      "Name, languages, policies, contact and document URLs of this site. Call it once at the start.",
    ),
    showSite,
    {
      next: () => [
        { tool: "list_courses", arguments: {}, why: "List the courses." },
        { tool: "get_pricing", arguments: {}, why: "List the prices." },
      ],
    },
  ),
  readTool(
    metadata(
      "list_courses",
      "List courses",
      "Published courses with lowest price, level, language and rating. For free text, use search.",
    ),
    courses.browseCourses,
    { next: readFirst("get_course", "course") },
  ),
  readTool(
    metadata(
      "list_categories",
      "List categories",
      "Categories of courses, events or posts, for category_id of list_courses, list_events and list_posts.",
    ),
    browseCategories,
    { whole: true },
  ),
  readTool(
    metadata(
      "get_course",
      "Get a course",
      "One published course: description, outcomes, lecturers, rating, plans with prices, and URL. Its lectures: get_course_outline.",
    ),
    courses.showCourse,
    {
      next: ({ id }) => [
        { tool: "get_course_outline", arguments: { course: id }, why: "Read its sections and lectures." },
      ],
    },
  ),
  readTool(
    metadata(
      "get_course_outline",
      "Get a course outline",
      "Sections and lectures of a published course, without content. Read those with is_preview with get_preview_lecture.",
    ),
    outline.showOutline,
  ),
  readTool(
    metadata(
      "get_preview_lecture",
      "Read a preview lecture",
      "Text of a lecture that get_course_outline marks as is_preview. Others require an enrollment.",
    ),
    outline.showPreviewLecture,
  ),
  readTool(
    metadata("list_lecturers", "List lecturers", "Public lecturers of the site. For a biography, use get_lecturer."),
    lecturers.browseLecturers,
    { next: readFirst("get_lecturer", "lecturer") },
  ),
  readTool(
    metadata("get_lecturer", "Get a lecturer", "One lecturer by ID or slug: biography, links and public courses."),
    lecturers.showLecturer,
  ),
  readTool(
    metadata(
      "list_events",
      "List events",
      "Published events that have not ended, soonest first, with remaining seats. For tickets and prices, use get_event.",
    ),
    events.browseEvents,
    { next: readFirst("get_event", "event") },
  ),
  readTool(
    metadata(
      "get_event",
      "Get an event",
      "One published event: description, time, venue, lecturers, tickets with prices, and remaining seats.",
    ),
    events.showEvent,
  ),
  readTool(
    metadata(
      "list_membership_plans",
      "List membership plans",
      "Membership plans on sale with prices. For all benefits, use get_membership_plan.",
    ),
    plans.browseMembershipPlans,
    { next: readFirst("get_membership_plan", "plan") },
  ),
  readTool(
    metadata(
      "get_membership_plan",
      "Get a membership plan",
      "One membership plan: description, prices, FAQ and included courses. all_courses includes every course.",
    ),
    plans.showMembershipPlan,
  ),
  readTool(
    metadata(
      "list_digital_products",
      "List digital products",
      "Published digital products with prices. For the files of one, use get_digital_product.",
    ),
    products.browseDigitalProducts,
    { next: readFirst("get_digital_product", "product") },
  ),
  readTool(
    metadata(
      "get_digital_product",
      "Get a digital product",
      "One published digital product: description, price, access and files, without links.",
    ),
    products.showDigitalProduct,
  ),
  readTool(
    metadata(
      "list_consulting_services",
      "List consulting services",
      "Published consulting services with prices. For available slots, use get_consulting_service.",
    ),
    consulting.browseConsultingServices,
    { next: readFirst("get_consulting_service", "service") },
  ),
  readTool(
    metadata(
      "get_consulting_service",
      "Get a consulting service",
      "One consulting service with its lecturers and available slots of 14 days, or of a period.",
    ),
    consulting.showConsultingService,
  ),
  readTool(
    metadata("list_posts", "List posts", "Published posts with excerpt, newest first. Read one with get_post."),
    posts.browsePosts,
    { next: readFirst("get_post", "post") },
  ),
  readTool(
    metadata(
      "get_post",
      "Get a post",
      "One published post. If you cannot read it, only its excerpt; withheld names the required access.",
    ),
    posts.showPost,
  ),
  readToolOf(
    metadata(
      "get_page",
      "Read a page",
      "One public page as Markdown, by its path. Find pages with search and types page.",
    ),
    {
      arguments: z.object({
        path: z
          .string()
          .min(1)
          .max(200)
          .meta({ examples: ["/about"] }),
      }),
      operations: [readCatalogItem],
      step: ({ path }) => ({ operation: readCatalogItem, input: { kind: "page", slug: path } }),
    },
  ),
  readTool(
    metadata(
      "get_pricing",
      "Get all prices",
      "Everything on sale with prices and checkout URLs. For one item, use its get tool.",
    ),
    listOffers,
  ),
  readTool(
    metadata(
      "list_course_reviews",
      "List course reviews",
      "Ratings of a course, newest first, with the published texts under untrusted_text.",
    ),
    browseCourseReviews,
  ),
];
