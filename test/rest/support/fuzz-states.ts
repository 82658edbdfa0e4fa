import { hash } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import { prefix } from "#rest/prefix.ts";
import { day, hour, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import type { FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { beforePeople, consumesPeople, leaver } from "./fuzz-people.ts";
import { beforeSubscriptions } from "./fuzz-subscriptions.ts";

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

/** An order that was paid outside of Lectern, so that its refund can be recorded. */
const paidElsewhere: Step = ({ site }) =>
  database.pool.query("update payments set provider = 'offline', method = 'bank_transfer' where site_id = $1", [
    site.id,
  ]);

/** Submissions can be submitted again after they were returned. */
const returned: Step = ({ site }) =>
  database.pool.query("update submissions set status = 'returned' where site_id = $1", [site.id]);

/** Preparatory requests, so that the newest resource is in the initial state of the operation. */
const beforehand: Record<string, readonly Step[]> = {
  ...beforePeople,
  ...beforeSubscriptions,
  eraseMember: [aLeaver],
  mergeMember: [aLeaver],
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
  recordRefund: [paidElsewhere],
  recordSubmission: [returned],
  deleteLecturer: [["POST", "/lecturers", { name: "Lu Wei" }]],
  publishPost: [["POST", "/posts", { title: "Knots", body_markdown: "Two knots", access: "public" }]],
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
  /^delete|^remove|^(un)?publish|^cancel|^archive|^restore|^complete|^pause|^resume|^recordRefund|^recordSubmission/.test(
    operation,
  ) || consumesPeople(operation);

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
