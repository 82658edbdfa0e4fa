import { hash } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import { prefix } from "#rest/route.ts";
import { day, hour, now } from "../../support/clock.ts";
import { database } from "../../support/database.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import type { FuzzWorld } from "../../support/fuzz-world.ts";
import { byOneDimension } from "./fuzz-analytics.ts";
import { beforePeople, consumesPeople, leaver, rulesOfPeople } from "./fuzz-people.ts";
import { beforeSubscriptions, rulesOfSubscriptions } from "./fuzz-subscriptions.ts";
import type { Asked } from "../../support/openapi/request.ts";

type Step =
  | readonly [method: "POST" | "PATCH" | "PUT", path: string, body: object]
  | ((world: FuzzWorld) => Promise<unknown>);

const bytes = Buffer.from("fair winds");
/** The only part of a small upload. */
export const aPart = {
  payload: bytes,
  headers: {
    "content-type": "application/octet-stream",
    "content-digest": `sha-256=:${hash("sha256", bytes, "base64")}:`,
  },
};

const bareCourse: Step = ["POST", "/courses", { name: "Loose ends", language: "en" }];

const anImport: Step = [
  "POST",
  "/imports",
  { format: "course_folder", files: [{ path: "course.md", content: "---\nname: Knots\n---\n" }] },
];

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

const anUpload: Step = [
  "POST",
  "/uploads",
  { filename: "notes.txt", content_type: "text/plain", byte_size: bytes.length, purpose: "other" },
];
const itsPart: Step = ["PUT", "/uploads/{{upload}}/parts/1", aPart];

const days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** Open day and night. */
const aService: Step = [
  "POST",
  "/consulting_services",
  {
    name: "Rigging advice",
    duration_minutes: 60,
    lecturer_ids: ["{{lecturer}}"],
    status: "published",
    availability: { time_zone: "UTC", weekly: days.map((weekday) => ({ day: weekday, from: "00:00", to: "24:00" })) },
  },
];
let sessions = 0;
/** Returns an hour without bookings, a new one each time. */
export const aFreeHour = () => {
  const midnight = Math.ceil(now().getTime() / day) * day + 3 * day;
  return new Date(midnight + ++sessions * hour).toISOString();
};
const aBooking: Step = async ({ site, bearer, newest }) => {
  const path = fill("/consulting_services/{{consultingService}}/bookings".split("/"), await newest()).join("/");
  const payload = { email: "guest@school.example", starts_at: aFreeHour() };
  expectDone(path, await site.request("POST", `${prefix}${path}`, { payload, bearer }));
};
const completedBooking: Step = ({ site }) =>
  database.pool.query(
    "update consulting_bookings set starts_at = $2, ends_at = $3 where site_id = $1 and status = 'confirmed'",
    [site.id, new Date(now().getTime() - 2 * hour), new Date(now().getTime() - hour)],
  );

/** The newest member gets the address that confirms an erasure; its previous holder gets another. */
const aLeaver: Step = async ({ site, bearer }) => {
  const payload = { email: `${newId()}@school.example`, roles: ["student"] };
  const made = await site.request("POST", `${prefix}/members`, { payload, bearer });
  expectDone("/members", made);
  await database.pool.query(
    "update members set email = id || '@left.example', email_key = id || '@left.example' where site_id = $1 and email = $2",
    [site.id, leaver],
  );
  await database.pool.query("update members set email = $2, email_key = $2 where site_id = $1 and email = $3", [
    site.id,
    leaver,
    payload.email,
  ]);
};

/** Preparatory requests, so that the newest resource is in the initial state of the operation. */
const beforehand: Record<string, readonly Step[]> = {
  ...beforePeople,
  ...beforeSubscriptions,
  eraseMember: [aLeaver],
  getJob: [anImport],
  listJobResults: [anImport],
  cancelJob: [anImport],
  deleteCourse: [bareCourse],
  publishCourse: [["POST", "/courses/{{course}}/unpublish", {}]],
  restoreCourse: [["POST", "/courses/{{course}}/archive", {}]],
  // An unused coupon, whose discount can still be changed.
  updateCoupon: [["POST", "/coupons/bulk_generate", { count: 1, discount: { kind: "free" } }]],
  deleteCourseCategory: [["POST", "/course_categories", { name: "Knots" }]],
  deletePostCategory: [["POST", "/post_categories", { name: "News" }]],
  deleteEventCategory: [["POST", "/event_categories", { name: "Talks" }]],
  deleteSection: [["POST", "/courses/{{course}}/sections", { title: "Loose ends" }]],
  deleteEvent: [anEvent],
  publishEvent: [anEvent, aTicket],
  cancelEvent: [anEvent, aTicket, published],
  deleteEventTicket: [anEvent, aTicket],
  registerForEvent: [anEvent, aTicket, published],
  checkInByCode: [anEvent, aTicket, published, aGuest],
  listConsultingSlots: [aService],
  createConsultingBooking: [aService],
  rescheduleConsultingBooking: [aService, aBooking],
  completeConsultingBooking: [completedBooking],
  getUpload: [anUpload],
  cancelUpload: [anUpload],
  receiveUploadPart: [anUpload],
  completeUpload: [anUpload, itsPart],
  cancelRegistration: [anEvent, aTicket, published, aGuest],
  getDigitalProduct: [aProduct],
  addDigitalProductFile: [aProduct],
  publishDigitalProduct: [aProduct, aProductFile],
  archiveDigitalProduct: [aProduct],
  removeDigitalProductFile: [aProduct, aProductFile],
  grantDigitalProduct: [aProduct],
  listDigitalProductGrants: [aProduct],
  deleteLecturer: [["POST", "/lecturers", { name: "Lu Wei" }]],
  unpublishPost: [
    ["POST", "/posts", { title: "Knots", body_markdown: "Two knots", access: "public" }],
    ["POST", "/posts/{{post}}/publish", {}],
  ],
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
  /^delete|^remove|^(un)?publish|^cancel|^archive|^restore|^complete|^pause|^resume/.test(operation) ||
  consumesPeople(operation);

export async function prepareFor(operation: string, world: FuzzWorld): Promise<void> {
  const { site, bearer, newest } = world;
  for (const step of beforehand[operation] ?? []) {
    if (typeof step === "function") {
      await step(world);
      continue;
    }
    const [method, path, payload] = step;
    const idOf = await newest();
    const address = fill(path.split("/"), idOf).join("/");
    const sent = payload === aPart ? aPart : { payload: fill(payload, idOf) };
    expectDone(path, await site.request(method, `${prefix}${address}`, { ...sent, bearer }));
  }
}

function expectDone(path: string, { statusCode, body }: LightMyRequestResponse): void {
  if (statusCode >= 300) throw new Error(`${path}: ${body}`);
}

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

export function coherent(operation: string, requested: Asked): Asked {
  const rule = rules[operation];
  const isObject = typeof requested.body === "object" && requested.body !== null && !Array.isArray(requested.body);
  const query = queryRules[operation]?.(requested.query) ?? requested.query;
  const body = isObject ? without(requested.body as Body, depending) : requested.body;
  return { ...requested, query, body: rule && isObject ? rule(body as Body) : body };
}

const queryRules: Record<string, (query: Asked["query"]) => Asked["query"]> = {
  listConsultingSlots: withinAWeek,
  getAnalyticsTimeseries: byOneDimension,
};

function withinAWeek(query: Asked["query"]): Asked["query"] {
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
