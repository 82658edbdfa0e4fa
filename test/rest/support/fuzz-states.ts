import { newId } from "#domain/ids.ts";
import { prefix } from "#rest/mount.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import type { FuzzWorld } from "../../support/fuzz-world.ts";
import type { Asked } from "../../support/openapi/request.ts";

type Step = readonly [method: "POST" | "PATCH", path: string, body: object];

const bareCourse: Step = ["POST", "/courses", { name: "Loose ends", language: "en" }];

const aProductFile: Step = ["POST", "/digital_products/{{digitalProduct}}/files", { file_id: "{{file}}" }];
const aProduct: Step = ["POST", "/digital_products", { name: "Chart" }];
const anEvent: Step = [
  "POST",
  "/events",
  {
    name: "Open day",
    format: "in_person",
    starts_at: "2034-01-01T10:00:00Z",
    ends_at: "2034-01-01T12:00:00Z",
    time_zone: "Asia/Taipei",
    location: { name: "Pier 3" },
  },
];
const aTicket: Step = ["POST", "/events/{{event}}/tickets", { name: "Standard" }];
const published: Step = ["POST", "/events/{{event}}/publish", {}];

const aGuest: Step = [
  "POST",
  "/events/{{event}}/registrations",
  { ticket_id: "{{eventTicket}}", email: "guest@school.example", name: "Gus" },
];

/** What is asked for before, so that the newest thing of its kind is in the state that an operation begins from. */
const beforehand: Record<string, readonly Step[]> = {
  deleteCourse: [bareCourse],
  publishCourse: [["POST", "/courses/{{course}}/unpublish", {}]],
  restoreCourse: [["POST", "/courses/{{course}}/archive", {}]],
  deleteCourseCategory: [["POST", "/course_categories", { name: "Knots" }]],
  deletePostCategory: [["POST", "/post_categories", { name: "News" }]],
  deleteSection: [["POST", "/courses/{{course}}/sections", { title: "Loose ends" }]],
  deleteEvent: [anEvent],
  publishEvent: [anEvent, aTicket],
  cancelEvent: [anEvent, aTicket, published],
  deleteEventTicket: [anEvent, aTicket],
  registerForEvent: [anEvent, aTicket, published],
  cancelRegistration: [anEvent, aTicket, published, aGuest],
  getDigitalProduct: [aProduct],
  addDigitalProductFile: [aProduct],
  publishDigitalProduct: [aProduct, aProductFile],
  removeDigitalProductFile: [aProduct, aProductFile],
  grantDigitalProduct: [aProduct],
  listDigitalProductGrants: [aProduct],
  deleteLecturer: [["POST", "/lecturers", { name: "Lu Wei" }]],
  unpublishPost: [["POST", "/posts/{{post}}/publish", {}]],
  unpublishPage: [["POST", "/pages/{{page}}/publish", {}]],
  updateMembershipPricing: [
    [
      "POST",
      "/membership_plans/{{membershipPlan}}/pricings",
      { price: { amount: 900, currency: "EUR" }, interval: "year" },
    ],
  ],
};

/** Whether an operation needs another world for each success. */
export const consumes = (operation: string): boolean =>
  /^delete|^remove|^(un)?publish|^cancel|^archive|^restore/.test(operation);

export async function prepareFor(operation: string, { site, bearer, newest }: FuzzWorld): Promise<void> {
  for (const [method, path, payload] of beforehand[operation] ?? []) {
    const idOf = await newest();
    const address = path
      .split("/")
      .map((part) => fill(part, idOf))
      .join("/");
    const response = await site.request(method, `${prefix}${address}`, { payload: fill(payload, idOf), bearer });
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
  }
}

type Body = Record<string, unknown>;
const price = { amount: 1999, currency: "USD" };

/** Rules between fields, which no schema says. */
const rules: Record<string, (body: Body) => Body> = {
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
  createLecturer: (body) => without(body, ["member_id"]),
  upsertLecturer: (body) => without(body, ["member_id"]),
  replaceCurriculum: ({ sections, ...body }) => ({ ...body, sections: (sections as Body[]).map(newSection) }),
  createRedirect: (body) => ({ ...body, from: `/old/${newId()}` }),
  createMembershipPricing: (body) => ({ ...body, interval: "month" }),
  updateMembershipPricing: ({ interval: _interval, ...body }) => body,
  createAttachment: ({ file_id: _file, external_url: _url, text: _text, ...body }) => ({
    ...body,
    ...sourceOf(body["kind"]),
  }),
  updateAttachment: ({ kind: _kind, file_id: _file, external_url: _url, text: _text, ...body }) => body,
  generateCoupons: (body) => ({ ...body, count: (Number(body["count"]) % 20) + 1 }),
  validateCoupon: ({ plan_id: _plan, ...body }) => ({ ...body, product_type: "course", product_id: "{{course}}" }),
  createFile: ({ from_url: _url, ...body }) => ({ ...body, file: "bytes" }),
};

export function coherent(operation: string, asked: Asked): Asked {
  const rule = rules[operation];
  const isObject = typeof asked.body === "object" && asked.body !== null && !Array.isArray(asked.body);
  return rule && isObject ? { ...asked, body: rule(asked.body as Body) } : asked;
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

/** The ids of a tree are those of its own course. */
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
