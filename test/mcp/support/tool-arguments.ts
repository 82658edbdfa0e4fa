import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import type { InhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { resourceFixtures } from "../../support/worlds/resource-fixtures.ts";
import type { Json } from "./agent.ts";

/** Valid arguments of every tool that requires some, from the rows of an inhabited site. */
export async function toolArguments({ site, member, webhook }: InhabitedSite): Promise<Record<string, Json>> {
  const newest = async (table: string, kind: IdKind, where = "true"): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from ${table} where site_id = $1 and ${where} order by id desc limit 1`,
      [site.site.id],
    );
    if (!rows[0]) throw new Error(`The seed has no row in ${table} where ${where}.`);
    return formatId(kind, rows[0].id);
  };
  const id = member.sub;
  const email = member.email;
  const course = await newest("courses", "course");
  const lecture = await newest("lectures", "lecture");
  const section = await newest("sections", "section");
  const enrollment = await newest("enrollments", "enrollment");
  const event = await newest("events", "event");
  const plan = await newest("membership_plans", "membershipPlan");
  const product = await newest("digital_products", "digitalProduct");
  const service = await newest("consulting_services", "consultingService");
  const post = await newest("posts", "post");
  const page = await newest("pages", "page");
  const form = await newest("forms", "form");
  const coupon = await newest("coupons", "coupon");
  const lecturer = await newest("lecturers", "lecturer");
  const coursePlan = await newest("course_plans", "coursePlan");
  const review = await newest("reviews", "review");
  const submission = await newest("submissions", "submission");
  const ticket = await newest("event_tickets", "eventTicket");
  const pricing = await newest("membership_pricings", "membershipPricing");
  const subscription = await newest("subscriptions", "subscription");
  const job = await newest("jobs", "job");
  const hasQuiz = "exists (select from quizzes where quizzes.site_id = $1 and quizzes.lecture_id = lectures.id)";
  const lectureWithQuiz = await newest("lectures", "lecture", hasQuiz);
  const isInProduct =
    "exists (select from digital_product_files where digital_product_files.site_id = $1 and file_id = files.id)";
  const productFile = await newest("files", "file", isInProduct);
  const ofResources: Record<string, Json> = {};
  for (const { kind, table, parent, toolArguments: ofTools } of resourceFixtures) {
    const parentId = parent ? await newest(parent.table, parent.kind) : "";
    Object.assign(ofResources, ofTools?.(await newest(table, kind), parentId));
  }
  const period = { from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z" };
  return {
    search: { query: "Zebedee" },
    fetch: { id: course },
    get_course: { course },
    get_course_outline: { course },
    get_preview_lecture: { lecture_id: lecture },
    get_lecturer: { lecturer },
    get_event: { event },
    get_membership_plan: { plan },
    get_digital_product: { product },
    get_consulting_service: { service },
    get_post: { post },
    get_page: { path: `/${member.email.split("-")[0]!}` },
    list_course_reviews: { course },
    get_my_course: { course },
    get_my_lecture: { course, lecture_id: lecture },
    mark_notification_read: { id: await newest("notifications", "notification") },
    update_notification_setting: { topic: "announcement", channel: "email", enabled: false },
    admin_get_course: { course, expand: ["plans"] },
    create_course: { name: "Tides" },
    update_course: { course, changes: { subtitle: "Ebb and flow" } },
    set_course_state: { course, state: "archive" },
    get_course_plan: { id: coursePlan },
    get_review: { id: review },
    admin_get_lecturer: { lecturer },
    get_quiz: { id: lectureWithQuiz },
    get_enrollment: { id: enrollment },
    get_submission: { id: submission },
    admin_get_event: { event, expand: ["tickets"] },
    get_event_ticket: { id: ticket },
    admin_get_membership_plan: { plan, expand: ["pricings"] },
    get_membership_pricing: { id: pricing },
    get_subscription: { id: subscription },
    get_coupon: { coupon },
    admin_get_digital_product: { product, expand: ["files"] },
    admin_get_consulting_service: { service },
    get_webhook_endpoint: { id: webhook },
    save_course_plan: { course, plan: { name: "Free", plan_type: "free" } },
    moderate_review: { id: review, status: "hidden" },
    save_lecturer: { lecturer, changes: { title: "Sailor" } },
    get_curriculum: { course, include: ["attachments", "quizzes", "assignments"] },
    save_curriculum: { course, tree: { sections: [] } },
    list_sections: { course },
    get_section: { id: section },
    save_section: { id: section, changes: { title: "Tides" } },
    reorder_sections: { course, ids: [section] },
    delete_section: { id: section, cascade: true },
    list_lectures: { course, section_id: [section], sort: "position" },
    get_lecture: { id: lecture, expand: ["attachments", "quiz", "assignment"] },
    save_lecture: { id: lecture, changes: { title: "Tides" } },
    delete_lecture: { id: lecture },
    move_lecture: { id: lecture, section_id: section },
    save_quiz: {
      id: lectureWithQuiz,
      quiz: { questions: [{ kind: "short_text", prompt_markdown: "Which tide?", accepted_answers: ["Ebb"] }] },
    },
    get_student: { id },
    add_student: { email },
    enroll_students: { course, people: [{ email }] },
    change_enrollment: { id: enrollment, action: "revoke", reason: "Asked for" },
    get_progress: { id: enrollment },
    unlock_content: { id: enrollment, all: true },
    issue_certificate: { enrollment_id: enrollment },
    get_member: { id },
    invite_member: { email: `new-${email}`, roles: ["student"] },
    update_member: { id, changes: { locale: "en" } },
    set_member_roles: { id, roles: ["student"] },
    set_member_state: { id, state: "suspend" },
    send_message: { audience: { kind: "member", member_id: id }, subject: "Tides", body_markdown: "Ebb." },
    grade_submission: { id: submission, score: 1 },
    get_analytics_overview: period,
    get_revenue: { ...period, group_by: "currency" },
    get_analytics_series: { metric: "orders", ...period },
    get_course_analytics: { course },
    save_event: { event, changes: { summary: "Sailing" } },
    save_event_ticket: { event, ticket: { name: "Standing" } },
    set_event_state: { event, state: "cancel" },
    check_in_registration: { id: await newest("event_registrations", "eventRegistration") },
    save_membership_plan: { plan, changes: { name: "Crew" } },
    save_membership_pricing: {
      id: pricing,
      pricing: { label: "Crew" },
    },
    grant_subscription: { member_id: id, plan_id: plan },
    change_subscription: { id: subscription, action: "cancel", mode: "now" },
    get_order: { id: await newest("orders", "order") },
    save_coupon: { coupon, changes: { name: "Spring" } },
    disable_coupon: { coupon },
    validate_coupon: { code: "NONE", product_type: "course", product_id: course, member_id: id },
    add_product_file: { product, file_id: await newest("files", "file") },
    remove_product_file: { product, file_id: productFile },
    set_product_state: { product, state: "archive" },
    save_digital_product: { product, changes: { name: "Charts" } },
    grant_digital_product: { product, people: [{ email }] },
    save_consulting_service: { service, changes: { name: "Advice" } },
    admin_get_post: { post },
    save_post: { post, changes: { excerpt: "Tides" } },
    set_post_state: { post, state: "unpublish" },
    admin_get_page: { page },
    save_page: { page, changes: { title: "Tides" } },
    list_page_revisions: { page },
    set_page_state: { page, state: "unpublish" },
    get_comment_thread: { id: await newest("comments", "comment", "parent_id is null") },
    get_form: { id: form },
    list_form_submissions: { id: form },
    update_school: { changes: { description: "Learn to sail well." } },
    update_school_settings: { group: "player", settings: {} },
    update_appearance: { changes: { density: "compact" } },
    get_job: { id: job },
    upload_file: { filename: "tides.txt", content_type: "text/plain", byte_size: 5, purpose: "other" },
    list_job_results: { id: job },
    start_import: { format: "csv", resource: "students", inline: "email\nlu@school.example\n" },
    start_export: { resources: ["lecturers"], format: "csv" },
    cancel_job: { id: job },
    complete_upload: { id: await newest("uploads", "upload") },
    save_webhook_endpoint: { id: webhook, changes: { description: "Tides" } },
    delete_webhook_endpoint: { id: webhook },
    send_test_webhook: { id: webhook },
    ...ofResources,
  };
}
