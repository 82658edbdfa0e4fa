import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import type { InhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { resourceFixtures } from "../../support/worlds/resource-fixtures.ts";
import type { Json } from "./agent.ts";

/** No site has a row with this ID, so that the filter matches nothing. */
const unknown = (kind: IdKind) => formatId(kind, newId());

/** Texts and IDs for optional arguments, by the name of the argument, or of the tool and the argument. */
export function argumentTexts({ member, client }: InhabitedSite, known: Readonly<Record<string, Json>>): Json {
  const idOf = (tool: string) => known[tool]!["id"];
  const course = known["get_course"]!["course"];
  const product = known["get_digital_product"]!["product"];
  const event = known["get_event"]!["event"];
  const lecturer = known["get_lecturer"]!["lecturer"];
  const lecture = idOf("get_lecture");
  const section = idOf("get_section");
  const membershipPlan = known["get_membership_plan"]!["plan"];
  const coursePlan = idOf("get_course_plan");
  const money = { amount: "49.00", currency: "USD" };
  const ofParents = Object.fromEntries(
    resourceFixtures.flatMap(({ table }) => Object.entries(known[`list_${table}`] ?? {})),
  );
  return {
    ...ofParents,
    q: "Gauge",
    tag: "tides",
    language: "en",
    locale: "en",
    time_zone: "Asia/Taipei",
    currency: "USD",
    email: member.email,
    external_id: "crm-1",
    code: "SPRING",
    coupon_code: "SPRING",
    number: "1001",
    price_max: money,
    course,
    course_id: course,
    section_id: section,
    section_ids: section,
    lecture_id: lecture,
    lecture_ids: lecture,
    lecturer_id: lecturer,
    student_id: member.sub,
    member_id: member.sub,
    author_id: member.sub,
    actor_id: member.sub,
    enrollment_id: idOf("get_enrollment"),
    event_id: event,
    ticket_id: idOf("get_event_ticket"),
    plan_id: membershipPlan,
    pricing_id: idOf("get_membership_pricing"),
    product_id: product,
    service_id: known["get_consulting_service"]!["service"],
    order_id: idOf("get_order"),
    commentable_id: course,
    parent_id: idOf("get_comment_thread"),
    resource_id: course,
    resource_type: "course",
    action: "course.updated",
    group_id: unknown("group"),
    assignment_id: lecture,
    client_id: client.clientId,
    "list_courses.category_id": unknown("courseCategory"),
    "admin_list_courses.category_id": unknown("courseCategory"),
    "list_events.category_id": unknown("eventCategory"),
    "admin_list_events.category_id": unknown("eventCategory"),
    "list_posts.category_id": unknown("postCategory"),
    "admin_list_posts.category_id": unknown("postCategory"),
    "list_enrollments.plan_id": coursePlan,
    "validate_coupon.plan_id": coursePlan,
    reason: "Asked for",
    feedback: "Well done",
    reply: "Thank you",
    name: "Tides",
    subtitle: "Ebb and flow",
    description_markdown: "Text",
    message: "Welcome",
    phone: "+886900000000",
    tags: "tides",
    outcomes: "Read tides",
    requirements: "None",
    audience: "Sailors",
    metadata: { source: "crm" },
  };
}
