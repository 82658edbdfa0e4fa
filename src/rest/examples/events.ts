import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

const openNight = {
  name: "Open night at the dome",
  format: "in_person",
  starts_at: "2034-08-12T19:00:00.000Z",
  ends_at: "2034-08-12T22:00:00.000Z",
  time_zone: "Europe/Lisbon",
  location: { name: "The dome", address: "Rua da Estrela 1, Lisbon" },
  capacity: 60,
  waitlist_enabled: true,
  reminders: [1440, 60],
};

const ana = { ticket_id: exampleId("eventTicket"), email: "ana@school.example", name: "Ana Lima" };

export const eventExamples: Examples = {
  createEvent: [
    ["In person", openNight],
    [
      "Online",
      {
        name: "Questions and answers",
        format: "online",
        starts_at: "2034-09-01T18:00:00.000Z",
        ends_at: "2034-09-01T19:00:00.000Z",
        time_zone: "Europe/Lisbon",
        online_url: "https://meet.example/night-sky",
        lecturer_ids: [exampleId("lecturer")],
      },
    ],
  ],
  updateEvent: { summary: "Saturn can be seen all night.", capacity: 80, notify_attendees: true },
  upsertEvent: openNight,
  cancelEvent: { reason: "It is going to rain.", notify_attendees: true },
  createEventTicket: [
    ["Free", { name: "Guest", capacity: 20 }],
    ["Paid", { name: "Dome and dinner", price: { amount: 2500, currency: "USD" }, per_order_max: 4 }],
  ],
  updateEventTicket: { name: "Early bird", visible: true },
  registerForEvent: [
    ["A person by email address", ana],
    ["A member", { ticket_id: exampleId("eventTicket"), member_id: exampleId("member"), waitlist: true }],
  ],
  registerManyForEvent: {
    operations: [ana, { ...ana, email: "lu@school.example", name: "Lu Wei" }],
    atomic: true,
  },
  checkInByCode: { check_in_code: "7KQ2-M9XD" },
  createEventCategory: { name: "Open nights", slug: "open-nights" },
  updateEventCategory: { name: "Open nights and walks", position: 0 },
};

export const eventResources: ResourceExamples = {
  event_category: { name: "Open nights", slug: "open-nights" },
  event: {
    ...openNight,
    slug: "open-night-at-the-dome",
    tags: ["planets"],
    summary: "Saturn can be seen all night.",
    description_markdown: "Bring something **warm**.",
    status: "published",
    registered_count: 23,
    url: `${exampleOrigin}/events/open-night-at-the-dome`,
  },
  event_ticket: {
    name: "Dome and dinner",
    price: { amount: 2500, currency: "USD" },
    capacity: 20,
    per_order_max: 4,
    sold: 8,
  },
  event_registration: { ...ana, quantity: 1, check_in_code: "7KQ2-M9XD", source: "manual" },
};

const checkedIn = { status: "checked_in", checked_in_at: "2025-11-20T19:55:00.000Z" };

export const eventResponses: ResponseExamples = {
  createEvent: { status: "draft", published_at: null, registered_count: 0 },
  updateEvent: { capacity: 80 },
  upsertEvent: { status: "draft", published_at: null, registered_count: 0, created: true },
  cancelEvent: {
    status: "canceled",
    canceled_at: "2025-11-20T19:55:00.000Z",
    cancel_reason: "It is going to rain.",
  },
  createEventTicket: { sold: 0 },
  updateEventTicket: { name: "Early bird" },
  updateEventCategory: { name: "Open nights and walks" },
  registerManyForEvent: bulkResults("eventRegistration", "created", "created"),
  checkInRegistration: checkedIn,
  checkInByCode: checkedIn,
  undoCheckInRegistration: { status: "registered", checked_in_at: null },
  cancelRegistration: { status: "canceled", canceled_at: "2025-11-20T19:55:00.000Z" },
};
