import * as z from "zod";
import * as consulting from "#domain/catalog/public-catalog/consulting.ts";
import * as courses from "#domain/catalog/public-catalog/courses.ts";
import * as products from "#domain/catalog/public-catalog/digital-products.ts";
import * as events from "#domain/catalog/public-catalog/events.ts";
import * as lecturers from "#domain/catalog/public-catalog/lecturers.ts";
import * as plans from "#domain/catalog/public-catalog/membership-plans.ts";
import * as outline from "#domain/catalog/public-catalog/outline.ts";
import * as posts from "#domain/catalog/public-catalog/posts.ts";
import { listOffers } from "#domain/catalog/public-catalog/pricing.ts";
import { browseCourseReviews } from "#domain/catalog/public-catalog/reviews.ts";
import { fetchCatalogItem, readCatalogItem, searchCatalog } from "#domain/catalog/public-catalog/search.ts";
import { showSite } from "#domain/catalog/public-catalog/site-info.ts";
import { readTool, readToolOf } from "../make-tool.ts";
import type { NextStep, Tool } from "../tool.ts";
import { words } from "../words.ts";

type Wire = Record<string, unknown>;
const firstOf = ({ data }: Wire): Wire | undefined => (data as Wire[] | undefined)?.[0];

/** From a list to the first of what is in it. */
const readFirst =
  (tool: string, argument: string) =>
  (result: Wire): NextStep[] => {
    const id = firstOf(result)?.["id"];
    return id === undefined ? [] : [{ tool, arguments: { [argument]: id }, why: "Read one of these in full." }];
  };

/** What everybody may read, whoever they are. */
export const catalogTools: readonly Tool[] = [
  readTool(
    words(
      "search",
      "Search the site",
      "Searches everything this site shows publicly (courses, events, plans, products, services, posts, pages, lecturers) by words. Use it first when you do not know which kind of thing is meant, or narrow it with types. Read a result in full with fetch; next_cursor is the cursor of the next page.",
    ),
    searchCatalog,
    { whole: true },
  ),
  readTool(
    words(
      "fetch",
      "Read a search result",
      "Reads one public item in full, as Markdown, by the id that search returned. For exact fields such as prices use the get tool of its kind, like get_course.",
    ),
    fetchCatalogItem,
    { whole: true },
  ),
  readTool(
    words(
      "get_site_info",
      "About this site",
      "What this site is: name, description, languages, how much it offers, and the addresses of its documents. Call it once at the start; for who you are here use check_connection.",
    ),
    showSite,
    {
      next: () => [
        { tool: "list_courses", arguments: {}, why: "See what is taught." },
        { tool: "get_pricing", arguments: {}, why: "See what it costs." },
      ],
    },
  ),
  readTool(
    words(
      "list_courses",
      "List courses",
      "Lists published public courses with lowest price, level, language and rating, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with language, level, tag or price_max. For free text use search; for one course in full use get_course.",
    ),
    courses.browseCourses,
    { next: readFirst("get_course", "course") },
  ),
  readTool(
    words(
      "get_course",
      "Read a course",
      "One published course by id or slug: description, outcomes, lecturers, rating, plans with prices, and its address. For its sections and lectures use get_course_outline, for what students say list_course_reviews.",
    ),
    courses.showCourse,
    { next: ({ id }) => [{ tool: "get_course_outline", arguments: { course: id }, why: "See what it consists of." }] },
  ),
  readTool(
    words(
      "get_course_outline",
      "Read a course's outline",
      "Sections and lectures of a published course with durations, and which lectures are free previews; no lecture content. Read a preview with get_preview_lecture.",
    ),
    outline.showOutline,
  ),
  readTool(
    words(
      "get_preview_lecture",
      "Read a free preview",
      "The text of one lecture that get_course_outline marks as is_preview. Other lectures need an enrollment, and are refused.",
    ),
    outline.showPreviewLecture,
  ),
  readTool(
    words(
      "list_lecturers",
      "List lecturers",
      "Lists the people who teach here, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with q. For biography and courses of one use get_lecturer.",
    ),
    lecturers.browseLecturers,
    { next: readFirst("get_lecturer", "lecturer") },
  ),
  readTool(
    words(
      "get_lecturer",
      "Read about a lecturer",
      "One lecturer by id or slug: biography, links and public courses. For whoever teaches a given course read get_course.",
    ),
    lecturers.showLecturer,
  ),
  readTool(
    words(
      "list_events",
      "List events",
      "Lists published public events that are not over yet, the next first, with time zone and places left, 20 at a time; page.next_cursor is the cursor of the next page. from and to choose another time. For tickets and prices of one use get_event.",
    ),
    events.browseEvents,
    { next: readFirst("get_event", "event") },
  ),
  readTool(
    words(
      "get_event",
      "Read an event",
      "One published event by id or slug: description, time and time zone, place, lecturers, tickets with prices and places left. Its status says whether it was canceled or is over.",
    ),
    events.showEvent,
  ),
  readTool(
    words(
      "list_membership_plans",
      "List membership plans",
      "All membership plans that are offered, with each price, how often it is paid, and the length of a trial. For what one plan gives in full use get_membership_plan.",
    ),
    plans.browseMembershipPlans,
    { next: readFirst("get_membership_plan", "plan") },
  ),
  readTool(
    words(
      "get_membership_plan",
      "Read a membership plan",
      "One membership plan by id or slug: description, prices, questions and answers, and the public courses that it names. With all_courses it gives every course.",
    ),
    plans.showMembershipPlan,
  ),
  readTool(
    words(
      "list_digital_products",
      "List digital products",
      "Published digital products, files to keep, with price, 20 at a time; page.next_cursor is the cursor of the next page. For one in full use get_digital_product.",
    ),
    products.browseDigitalProducts,
    { next: readFirst("get_digital_product", "product") },
  ),
  readTool(
    words(
      "get_digital_product",
      "Read a digital product",
      "One published digital product by id or slug: description, price, how long it may be used, and which files are in it; not the files themselves.",
    ),
    products.showDigitalProduct,
  ),
  readTool(
    words(
      "list_consulting_services",
      "List consulting services",
      "Published consulting services with price and length of a session, 20 at a time; page.next_cursor is the cursor of the next page. For when one can be booked use get_consulting_service.",
    ),
    consulting.browseConsultingServices,
    { next: readFirst("get_consulting_service", "service") },
  ),
  readTool(
    words(
      "get_consulting_service",
      "Read a consulting service",
      "One published consulting service by id or slug with its lecturers and its open slots of the next 14 days, or between from and to (at most 31 days); time_zone says by whose clock local_starts_at is written.",
    ),
    consulting.showConsultingService,
  ),
  readTool(
    words(
      "list_posts",
      "List posts",
      "Published posts with title and excerpt, newest first, 20 at a time; page.next_cursor is the cursor of the next page. access says for whom each is. Read one with get_post.",
    ),
    posts.browsePosts,
    { next: readFirst("get_post", "post") },
  ),
  readTool(
    words(
      "get_post",
      "Read a post",
      "One published post in full, by id or slug. Of one that is not for you it gives the excerpt, and withheld says for whom it is. For drafts use admin_list_posts.",
    ),
    posts.showPost,
  ),
  readToolOf(
    words(
      "get_page",
      "Read a page",
      "One public page of the site as Markdown, by its path like /about. Find pages with search and types page; for posts use get_post.",
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
    words(
      "get_pricing",
      "Read all prices",
      "Everything on sale with its price in one table, the same as /pricing.md; currency narrows it. Amounts are in the minor unit of their currency: 1999 USD are 19.99 dollars. For one thing use its get tool.",
    ),
    listOffers,
  ),
  readTool(
    words(
      "list_course_reviews",
      "Read what students say",
      "Published reviews of a course, by id or slug, newest first, 20 at a time; page.next_cursor is the cursor of the next page. Their words are under untrusted_text. For the average read get_course.",
    ),
    browseCourseReviews,
  ),
];
