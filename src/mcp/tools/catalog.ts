import * as z from "zod";
import * as consulting from "#domain/catalog/public-catalog/consulting.ts";
import * as courses from "#domain/catalog/public-catalog/courses/courses.ts";
import * as products from "#domain/catalog/public-catalog/digital-products.ts";
import * as events from "#domain/catalog/public-catalog/events.ts";
import * as lecturers from "#domain/catalog/public-catalog/lecturers.ts";
import * as plans from "#domain/catalog/public-catalog/membership-plans.ts";
import * as outline from "#domain/catalog/public-catalog/courses/outline.ts";
import * as posts from "#domain/catalog/public-catalog/posts/posts.ts";
import { listOffers } from "#domain/catalog/public-catalog/documents/pricing.ts";
import { browseCourseReviews } from "#domain/catalog/public-catalog/courses/reviews.ts";
import { fetchCatalogItem, readCatalogItem, searchCatalog } from "#domain/catalog/public-catalog/search/search.ts";
import { showSite } from "#domain/catalog/public-catalog/documents/site-info.ts";
import { asRecord } from "#lib/is-record.ts";
import { readTool, readToolOf } from "../make-tool.ts";
import type { NextStep, Tool } from "../tool.ts";
import { metadata } from "../metadata.ts";

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
      "Full-text search of all public content: courses, events, plans, products, services, posts, pages and lecturers. Use it first if you do not know the kind of item; types restricts the kinds. Read a result in full with fetch. Pass next_cursor as cursor for the next page.",
    ),
    searchCatalog,
    { whole: true },
  ),
  readTool(
    metadata(
      "fetch",
      "Read a search result",
      "Reads one public item in full as Markdown, by an ID from search. For structured fields such as prices, use the get tool of its kind, such as get_course.",
    ),
    fetchCatalogItem,
    { whole: true },
  ),
  readTool(
    metadata(
      "get_site_info",
      "Get site information",
      "Name, description, languages, number of published items and document URLs of this site. Call it once at the start. For your identity and permissions, use check_connection.",
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
      "Published public courses with lowest price, level, language and rating. Filter by language, level, tag or price_max. Returns 20 per page; pass page.next_cursor as cursor for more. For full-text search, use search; for one course, use get_course.",
    ),
    courses.browseCourses,
    { next: readFirst("get_course", "course") },
  ),
  readTool(
    metadata(
      "get_course",
      "Get a course",
      "One published course by ID or slug: description, outcomes, lecturers, rating, plans with prices, and URL. For its sections and lectures, use get_course_outline; for student reviews, use list_course_reviews.",
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
      "Sections and lectures of a published course with durations, and which lectures are free previews. Contains no lecture content. Read a preview with get_preview_lecture.",
    ),
    outline.showOutline,
  ),
  readTool(
    metadata(
      "get_preview_lecture",
      "Read a preview lecture",
      "The text of one lecture that get_course_outline marks as is_preview. Fails for other lectures: they require an enrollment.",
    ),
    outline.showPreviewLecture,
  ),
  readTool(
    metadata(
      "list_lecturers",
      "List lecturers",
      "Public lecturers of the site. Filter with q. Returns 20 per page; pass page.next_cursor as cursor for more. For the biography and courses of one lecturer, use get_lecturer.",
    ),
    lecturers.browseLecturers,
    { next: readFirst("get_lecturer", "lecturer") },
  ),
  readTool(
    metadata(
      "get_lecturer",
      "Get a lecturer",
      "One lecturer by ID or slug: biography, links and public courses. For the lecturers of a course, use get_course.",
    ),
    lecturers.showLecturer,
  ),
  readTool(
    metadata(
      "list_events",
      "List events",
      "Published public events that have not ended, soonest first, with time zone and remaining seats. from and to select another period. Returns 20 per page; pass page.next_cursor as cursor for more. For tickets and prices, use get_event.",
    ),
    events.browseEvents,
    { next: readFirst("get_event", "event") },
  ),
  readTool(
    metadata(
      "get_event",
      "Get an event",
      "One published event by ID or slug: description, time and time zone, venue, lecturers, tickets with prices, and remaining seats. status shows whether it is canceled or over.",
    ),
    events.showEvent,
  ),
  readTool(
    metadata(
      "list_membership_plans",
      "List membership plans",
      "Membership plans on sale with each price, billing interval and trial length. For the full benefits of one plan, use get_membership_plan.",
    ),
    plans.browseMembershipPlans,
    { next: readFirst("get_membership_plan", "plan") },
  ),
  readTool(
    metadata(
      "get_membership_plan",
      "Get a membership plan",
      "One membership plan by ID or slug: description, prices, FAQ and the public courses it names. A plan with all_courses includes every course.",
    ),
    plans.showMembershipPlan,
  ),
  readTool(
    metadata(
      "list_digital_products",
      "List digital products",
      "Published digital products (downloadable files) with prices. Returns 20 per page; pass page.next_cursor as cursor for more. For one product in full, use get_digital_product.",
    ),
    products.browseDigitalProducts,
    { next: readFirst("get_digital_product", "product") },
  ),
  readTool(
    metadata(
      "get_digital_product",
      "Get a digital product",
      "One published digital product by ID or slug: description, price, duration of access and file list. Contains no download links.",
    ),
    products.showDigitalProduct,
  ),
  readTool(
    metadata(
      "list_consulting_services",
      "List consulting services",
      "Published consulting services with price and session length. Returns 20 per page; pass page.next_cursor as cursor for more. For available slots, use get_consulting_service.",
    ),
    consulting.browseConsultingServices,
    { next: readFirst("get_consulting_service", "service") },
  ),
  readTool(
    metadata(
      "get_consulting_service",
      "Get a consulting service",
      "One published consulting service by ID or slug with its lecturers and available slots. Covers the next 14 days, or the period between from and to (at most 31 days). local_starts_at is in time_zone.",
    ),
    consulting.showConsultingService,
  ),
  readTool(
    metadata(
      "list_posts",
      "List posts",
      "Published posts with title and excerpt, newest first. access shows who can read each post. Returns 20 per page; pass page.next_cursor as cursor for more. Read one post with get_post.",
    ),
    posts.browsePosts,
    { next: readFirst("get_post", "post") },
  ),
  readTool(
    metadata(
      "get_post",
      "Get a post",
      "One published post in full, by ID or slug. If you cannot read it, the result has only the excerpt and withheld names the required access. For drafts, use admin_list_posts.",
    ),
    posts.showPost,
  ),
  readToolOf(
    metadata(
      "get_page",
      "Read a page",
      "One public page of the site as Markdown, by its path, such as /about. Find pages with search and types page. For posts, use get_post.",
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
      "All items on sale with prices in one table, the same as /pricing.md; currency filters it. Amounts are decimal numbers: 19.99 USD is 19.99 dollars. For one item, use its get tool.",
    ),
    listOffers,
  ),
  readTool(
    metadata(
      "list_course_reviews",
      "List course reviews",
      "Published student reviews of a course, by ID or slug, newest first. Review text is under untrusted_text. Returns 20 per page; pass page.next_cursor as cursor for more. For the average rating, use get_course.",
    ),
    browseCourseReviews,
  ),
];
