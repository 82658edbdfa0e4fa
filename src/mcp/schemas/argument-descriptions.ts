import { catalogArguments } from "./catalog-arguments.ts";
import { schoolArguments } from "./school-arguments.ts";

/**
 * Descriptions of arguments whose schema has none, by name. An entry of a tool or of the enclosing argument,
 * `save_coupon.code` or `video.provider`, takes precedence, also over the schema. Each word costs tokens in every list.
 */
const byName: Readonly<Record<string, string>> = { ...catalogArguments, ...schoolArguments };

/** Kinds of IDs: `student_id` is described as the ID of a student. */
const idKinds: Readonly<Record<string, string>> = {
  member_id: "a member",
  student_id: "a student",
  author_id: "the author",
  course_id: "a course",
  lecture_id: "a lecture",
  enrollment_id: "an enrollment",
  assignment_id: "an assignment",
  event_id: "an event",
  ticket_id: "a ticket",
  group_id: "a group",
  plan_id: "a plan",
  pricing_id: "a price",
  order_id: "an order",
  service_id: "a consulting service",
  lecturer_id: "a lecturer",
  lecturer_ids: "lecturers",
  category_id: "a category",
};

const inContext: Readonly<Record<string, string>> = {
  "search.types": "Kinds of items",
  "fetch.id": "ID from search",
  "list_categories.kind": "Kind of items",
  "get_analytics_overview.from": "Start",
  "get_analytics_overview.to": "End; exclusive if a time",
  "get_analytics_overview.time_zone": "Time zone (IANA) of days; default: that of the school",
  "get_analytics_overview.compare": "Compare with this period",
  "start_import.format": "csv and ndjson are rows of resource; the others are courses",
  "start_import.resource": "Kind of the rows of csv and ndjson",
  "start_import.file_id": "ID of a file: a document or an archive",
  "start_import.inline": "Instead of file_id: rows or course JSON, at most 1 MiB",
  "start_import.files": "Instead of file_id: text files, at most 1 MiB",
  "start_import.mode": "create lists existing rows as failed",
  "start_import.emit_events": "Emit webhook events for each row",
  "start_import.notify": "Notify members in the app",
  "start_import.validate_only": "The job checks each row and saves nothing",
  "upload_file.content_type": "Expected media type",
  "upload_file.sha256": "SHA-256 of the file, checked",
  "upload_file.visibility": "Default: by purpose",
  "upload_file.from_url": "Public https URL of the content",
  "upload_file.text": "Content of a text file, at most 256 KiB",
  "upload_file.base64": "Content in base64, at most 256 KiB",
  "seo.image_file_id": "ID of the image",
  "update_course.promo_video_attachment_id": "ID of a preview video",
  "create_course.promo_video_attachment_id": "ID of a preview video",
  "changes.promo_video_attachment_id": "ID of a preview video",
  "live.url": "Address of the live session",
  "quiz.show_answers": "When students see correct answers and explanations",
  "people.access_days": "Days of access",
  "people.name": "Name of a new person",
  "people.expires_at": "End of access",
  "people.starts_at": "Start of access",
  "people.notify": "Notify in the app",
  "people.on_existing": "If already enrolled",
  "list_enrollments.inactive_since": "No activity since, or never started; leave out new ones with enrolled_before",
  "list_students.inactive_since":
    "No activity in a course since, or never started; leave out new ones with enrolled_before",
  "list_enrollments.enrolled_before": "Enrolled before",
  "list_students.enrolled_before": "Enrolled before",
  "save_coupon.discount": "kind, and its percent or amount",
  "save_event.notify_attendees": "Notify registered people; required to reschedule a published event",
  "save_event.location": "Venue; required to publish, except online",
  "send_message.audience": "Recipients. inactive: students without activity",
  "audience.inactive_since": "Enrolled before, and no activity since or never started",
  "audience.course_id": "ID of a course",
  "audience.tag": "Any tag if empty",
  "audience.roles": "Any of these; all if empty",
  "list_comments.parent_id": "Replies to these comments; null: new threads",
  "list_comments.unanswered": "Student threads without a reply of staff",
  "list_comments.commentable_id": "IDs of the commented resources",
  "list_events.from": "Earliest start; default: not ended",
  "list_events.to": "Latest start",
  "get_consulting_service.from": "Start of the slots; default: now",
  "get_consulting_service.to": "End of the slots, at most 31 days later",
  "list_course_reviews.with_words": "With text, or without",
  "list_courses.price_max": "Highest price",
  "products.id": "ID of a product",
  "questions.accepted_answers": "Correct texts, or numbers such as `1.5`, `6.02e23` and `1/3`",
  "questions.comparison": "folded ignores case, spacing, similar characters and the format of numbers",
  "questions.id": "ID, to keep the question",
  "choices.id": "ID, to keep the choice",
  "sections.id": "ID, to keep the section",
  "lectures.id": "ID, to keep the lecture",
  "attachments.id": "ID, to keep the attachment",
  "attachments.text": "Content of a text",
  "discount.kind": "Percentage or amount",
  "discount.amount": "Amount, such as 5.00 USD",
  "save_post.access": "Who can read it",
  "seo.title": "Title",
  "seo.description": "Description",
  "drip.mode": "How lectures are released",
  "change_subscription.mode": "When it ends",
  "list_orders.total": "Total in minor units",
  "get_analytics_series.interval": "Length of a point",
  "list_jobs.dry_run": "Jobs that only validate, or others",
};

/** Descriptions of types, which say less than the name of the argument. */
const generic: ReadonlySet<string> = new Set([
  "A timestamp (RFC 3339)",
  "Markdown (CommonMark with tables, and formulas in TeX such as $`x^2`$)",
  "ID of a file",
  "The identifier of the resource in another system. Unique per site and resource type.",
  "Up to 50 key-value pairs, for use by the client",
]);

export const isGeneric = (description: string): boolean => generic.has(description);

/** The description of an argument in its context, which takes precedence over the schema. */
export const describedAt = (name: string, tool: string, parent: string): string | undefined =>
  inContext[`${tool}.${name}`] ?? inContext[`${parent}.${name}`];

/** The description of an argument by its name. */
export const describedByName = (name: string): string | undefined =>
  byName[name] ?? (idKinds[name] === undefined ? undefined : `ID of ${idKinds[name]}`);
