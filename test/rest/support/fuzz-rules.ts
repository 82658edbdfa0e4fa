import { newId } from "#domain/platform/ids.ts";
import { byOneDimension } from "./fuzz-analytics.ts";
import { rulesOfPeople } from "./fuzz-people.ts";
import { aFreeHour } from "./fuzz-states.ts";
import { rulesOfSubscriptions } from "./fuzz-subscriptions.ts";
import type { RequestTemplate } from "../../support/openapi/request.ts";

type Body = Record<string, unknown>;
const price = { amount: 1999, currency: "USD" };

/** Rules across fields, which no schema expresses. */
const rules: Record<string, (body: Body) => Body> = {
  ...rulesOfPeople,
  ...rulesOfSubscriptions,
  createPost: withOneText,
  updatePost: withOneText,
  upsertPost: withOneText,
  createPage: ({ blocks: _blocks, ...body }) => ({ body_markdown: "Hello", ...body }),
  updatePage: ({ blocks: _blocks, ...body }) => body,
  createCoursePlan: (body) => ({
    ...without(body, ["compare_at_price", "installments", "price"]),
    ...(body["plan_type"] !== "free" && { price }),
    ...(body["plan_type"] === "installments" && { installments: { count: 3, interval: "month" } }),
  }),
  // The result of merging parts depends on the current ones (see merge-patch.test.ts).
  updateLecture: (body) => without(body, ["video", "completion_rule", "drip"]),
  updateCoupon: (body) => without(body, ["discount", "applies_to", "duration", "min_total"]),
  // In an atomic request, rows that name no resource would roll back everything.
  bulkCourses: ({ operations, ...body }) => ({
    ...body,
    atomic: false,
    operations: (operations as Body[]).map(({ data, ...row }) => ({
      ...row,
      ...(data !== undefined && { data: without(data as Body, depending) }),
    })),
  }),
  updateDigitalProduct: (body) => without(body, ["price", "compare_at_price", "access"]),
  updateCoursePlan: (body) => without(body, ["plan_type", "price", "compare_at_price", "installments"]),
  createMembershipPlan: (body) => ({
    ...without(body, ["length_days", "fixed_end_date"]),
    ...(body["plan_type"] === "specific_length" && { length_days: 30 }),
    ...(body["plan_type"] === "fixed_date" && { fixed_end_date: "2034-12-31T00:00:00.000Z" }),
  }),
  updateMembershipPlan: (body) => without(body, ["plan_type", "length_days", "fixed_end_date"]),
  createEvent: withDates,
  upsertEvent: withDates,
  registerForEvent: (body) => ({
    ...without(body, ["email", "member_id"]),
    email: "guest@school.example",
    quantity: 1,
  }),
  createConsultingBooking: (body) => ({
    ...without(body, ["member_id", "lecturer_id"]),
    email: "guest@school.example",
    starts_at: aFreeHour(),
  }),
  recordSale: (body) => ({
    ...without(body, ["member_id", "email", "name", "number", "invoice", "paid_at", "placed_at"]),
    email: `${newId()}@school.example`,
    line_items: [{ product_id: "{{digitalProduct}}", unit_amount: price }],
  }),
  recordRefund: (body) => without(body, ["line_item_id", "amount"]),
  rescheduleConsultingBooking: (body) => ({ ...without(body, ["lecturer_id"]), starts_at: aFreeHour() }),
  checkInByCode: () => ({ check_in_code: "{{checkInCode}}" }),
  createLecturer: (body) => without(body, ["member_id"]),
  upsertLecturer: (body) => without(body, ["member_id"]),
  replaceCurriculum: ({ sections, ...body }) => ({ ...body, sections: (sections as Body[]).map(newSection) }),
  // Each kind has its own settings, which the document distinguishes by kind.
  replaceHomeSections: ({ home_sections: sections, ...body }) => ({
    ...body,
    home_sections: (sections as Body[]).map(({ kind }) => ({ kind, ...sectionSettings[kind as string] })),
  }),
  replayWebhooks: (body) => ({ ...body, from: "2025-11-20T19:00:00.000Z", to: "2025-11-20T20:00:00.000Z" }),
  // Rows of a resource, or courses: either a file or inline data.
  startImport: ({ file_id: _file, files: _files, inline, resource, ...body }) =>
    body["format"] === "csv" || body["format"] === "ndjson"
      ? { ...body, resource: resource ?? "members", inline: inline ?? "email\r\n" }
      : { ...body, files: [{ path: "course.md", content: "---\nname: Knots\n---\n" }] },
  createRedirect: (body) => ({ ...body, from: `/old/${newId()}` }),
  createMembershipPricing: (body) => ({ ...body, interval: "month" }),
  updateMembershipPricing: ({ interval: _interval, ...body }) => body,
  createAttachment: ({ file_id: _file, external_url: _url, text: _text, ...body }) => ({
    ...body,
    ...sourceOf(body["kind"]),
  }),
  updateAttachment: ({ kind: _kind, file_id: _file, external_url: _url, text: _text, ...body }) => body,
  generateCoupons: (body) => ({ ...body, count: Number(body["count"]) % 2 === 0 ? 201 : 20 }),
  validateCoupon: ({ plan_id: _plan, ...body }) => ({ ...body, product_type: "course", product_id: "{{course}}" }),
  createFile: ({ from_url: _url, ...body }) => ({ ...body, file: "bytes" }),
};

/** Ends of time ranges whose starts may be later, and references that must belong to the resource itself. */
const depending = ["available_until", "sale_ends_at", "registration_closes_at", "promo_video_attachment_id"];

export function coherent(operation: string, requested: RequestTemplate): RequestTemplate {
  const rule = rules[operation];
  const isObject = typeof requested.body === "object" && requested.body !== null && !Array.isArray(requested.body);
  const query = queryRules[operation]?.(requested.query) ?? requested.query;
  const body = isObject ? without(requested.body as Body, depending) : requested.body;
  return { ...requested, query, body: rule && isObject ? rule(body as Body) : body };
}

const queryRules: Record<string, (query: RequestTemplate["query"]) => RequestTemplate["query"]> = {
  listConsultingSlots: withinAWeek,
  getAnalyticsTimeseries: byOneDimension,
};

function withinAWeek(query: RequestTemplate["query"]): RequestTemplate["query"] {
  const others = query.filter(([name]) => name !== "from" && name !== "to");
  return [...others, ["from", "2034-01-01T00:00:00Z"], ["to", "2034-01-08T00:00:00Z"]];
}

function withOneText({ body_html: _html, ...body }: Body): Body {
  const plans = body["access"] === "plans";
  return { body_markdown: "Fair **winds**", ...body, ...(plans && { plan_ids: ["{{membershipPlan}}"] }) };
}

function withDates(body: Body): Body {
  return {
    ...body,
    starts_at: "2034-01-01T10:00:00Z",
    ends_at: "2034-01-01T12:00:00Z",
  };
}

/** Settings of the sections that need some. */
const sectionSettings: Record<string, object> = {
  html: { settings: { html: "<p>Fair winds</p>" } },
  faq: { settings: { items: [{ question: "When?", answer_markdown: "At high tide." }] } },
};

/** The ids in a tree must belong to its own course. */
const newSection = ({ id: _id, lectures, ...section }: Body): Body => ({
  title: "Knots",
  ...section,
  lectures: (Array.isArray(lectures) ? (lectures as Body[]) : []).map((lecture) => ({
    title: "Bowline",
    kind: "text",
    ...without(lecture, ["id", "attachments"]),
  })),
});

const without = (body: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

const sourceOf = (kind: unknown): Body =>
  kind === "text"
    ? { text: "Bring a rope." }
    : kind === "link" || kind === "embed"
      ? { external_url: "https://school.example/about" }
      : { file_id: "{{file}}" };
