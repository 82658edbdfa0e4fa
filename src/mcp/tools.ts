import * as catalog from "#domain/catalog/courses.ts";
import * as catalogEvents from "#domain/catalog/events.ts";
import * as catalogPlans from "#domain/catalog/membership-plans.ts";
import * as consulting from "#domain/catalog/consulting.ts";
import * as digitalProducts from "#domain/catalog/digital-products.ts";
import * as outline from "#domain/catalog/outline.ts";
import { listOffers } from "#domain/catalog/pricing.ts";
import * as search from "#domain/catalog/search.ts";
import { showSite } from "#domain/catalog/site-info.ts";
import * as courseStates from "#domain/courses/course-states.ts";
import * as courses from "#domain/courses/list-courses.ts";
import * as courseChanges from "#domain/courses/save-course.ts";
import { readTool, type Tool, writeTool } from "./tool.ts";

/** The operations that agents are offered, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  readTool(
    {
      name: "search",
      title: "Search the catalog",
      description:
        "Searches everything this site shows publicly by words in its title, topic or description. Use it first when you do not know which item is meant; read a result in full with fetch.",
    },
    search.searchCatalog,
  ),
  readTool(
    {
      name: "fetch",
      title: "Read a search result",
      description: "Reads one public item in full, as Markdown, by the id that search returned.",
    },
    search.fetchCatalogItem,
  ),
  readTool(
    {
      name: "get_site_info",
      title: "About this site",
      description:
        "What this site is: name, description, languages, how much it offers, and the addresses of its documents. Call it once at the start.",
    },
    showSite,
  ),
  readTool(
    {
      name: "list_courses",
      title: "List courses",
      description:
        "Lists published public courses with lowest price, level and language, 20 at a time; page.next_cursor is the cursor of the next page. For free text use search; for one course in full use get_course.",
    },
    catalog.browseCourses,
  ),
  readTool(
    {
      name: "get_course",
      title: "Read a course",
      description:
        "One published course by id or slug: description, outcomes, lecturers, rating, plans with prices, and its address. For its sections and lectures use get_course_outline.",
    },
    catalog.showCourse,
  ),
  readTool(
    {
      name: "get_course_outline",
      title: "Read a course's outline",
      description:
        "Sections and lectures of a published course with durations, and which lectures are free previews; no lecture content. Read a preview with get_preview_lecture.",
    },
    outline.showOutline,
  ),
  readTool(
    {
      name: "get_preview_lecture",
      title: "Read a free preview",
      description:
        "The text of one lecture that get_course_outline marks as is_preview. Other lectures need an enrollment.",
    },
    outline.showPreviewLecture,
  ),
  readTool(
    {
      name: "list_events",
      title: "List events",
      description:
        "Lists published public events that are not over yet, the next first, 20 at a time, with time zone and places left; from and to choose another time. For tickets and prices of one use get_event.",
    },
    catalogEvents.browseEvents,
  ),
  readTool(
    {
      name: "get_event",
      title: "Read an event",
      description:
        "One published event by id or slug: description, time and time zone, place, lecturers, tickets with prices and places left. Its state says whether it was canceled or is over.",
    },
    catalogEvents.showEvent,
  ),
  readTool(
    {
      name: "list_membership_plans",
      title: "List membership plans",
      description:
        "All membership plans that are offered, with each price, how often it is paid, and the length of a trial. For what one plan gives in full use get_membership_plan.",
    },
    catalogPlans.browseMembershipPlans,
  ),
  readTool(
    {
      name: "get_membership_plan",
      title: "Read a membership plan",
      description:
        "One membership plan by id or slug: description, prices, questions and answers, and the public courses that it names. With all_courses it gives every course.",
    },
    catalogPlans.showMembershipPlan,
  ),
  readTool(
    {
      name: "list_digital_products",
      title: "List digital products",
      description:
        "Published digital products, files to keep, with price, 20 at a time; page.next_cursor is the cursor of the next page. For one in full use get_digital_product.",
    },
    digitalProducts.browseDigitalProducts,
  ),
  readTool(
    {
      name: "get_digital_product",
      title: "Read a digital product",
      description:
        "One published digital product by id or slug: description, price, how long it may be used, and which files are in it; not the files themselves.",
    },
    digitalProducts.showDigitalProduct,
  ),
  readTool(
    {
      name: "list_consulting_services",
      title: "List consulting services",
      description:
        "Published consulting services with price and length of a session, 20 at a time. For when one can be booked use get_consulting_service.",
    },
    consulting.browseConsultingServices,
  ),
  readTool(
    {
      name: "get_consulting_service",
      title: "Read a consulting service",
      description:
        "One published consulting service by id or slug with its lecturers and its open slots of the next 14 days, or between from and to (at most 31 days); time_zone says by whose clock local_starts_at is written.",
    },
    consulting.showConsultingService,
  ),
  readTool(
    {
      name: "get_pricing",
      title: "Read all prices",
      description:
        "Everything on sale with its price in one table, the same as /pricing.md. Amounts are in the minor unit of their currency: 1999 USD are 19.99 dollars.",
    },
    listOffers,
  ),
  readTool(
    {
      name: "admin_list_courses",
      title: "List all courses (staff)",
      description:
        "All courses of the site including drafts and archived ones, newest first, by pages. For what visitors see use list_courses.",
    },
    courses.listCourses,
  ),
  readTool(
    {
      name: "admin_get_course",
      title: "Read any course (staff)",
      description:
        "One course of any state by id or slug, with all fields that staff see. For the public view use get_course.",
    },
    courses.getCourse,
  ),
  writeTool(
    {
      name: "create_course",
      title: "Create a course",
      description:
        "Creates a course as a draft; nothing becomes public until publish_course. Try it with dry_run first. Give an idempotency_key so that a repetition makes no second course.",
    },
    courseChanges.createCourse,
  ),
  writeTool(
    {
      name: "update_course",
      title: "Change a course",
      description:
        "Changes only the given fields of a course, by id or slug; the old values are lost. Use dry_run to see the result before. For its state use publish_course and its siblings.",
    },
    courseChanges.updateCourse,
    { destructiveHint: true, idempotentHint: true },
  ),
  writeTool(
    {
      name: "publish_course",
      title: "Publish a course",
      description:
        "Makes a draft visible to its audience. Fails with what is missing where it cannot be published yet. Undo with unpublish_course.",
    },
    courseStates.publishCourse,
    { idempotentHint: true },
  ),
  writeTool(
    {
      name: "unpublish_course",
      title: "Unpublish a course",
      description:
        "Takes a published course back to a draft: visitors no longer find it, enrolled students keep their access.",
    },
    courseStates.unpublishCourse,
    { destructiveHint: true, idempotentHint: true },
  ),
];
