import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const evenings = {
  time_zone: "Europe/Lisbon",
  weekly: [
    { day: "tuesday", from: "18:00", to: "21:00" },
    { day: "thursday", from: "18:00", to: "21:00" },
  ],
  buffer_after_minutes: 15,
  min_notice_hours: 24,
  max_days_ahead: 60,
};

export const digitalProductExamples: Examples = {
  createDigitalProduct: {
    name: "Star charts for the year",
    description_markdown: "Twelve charts, **one** for each month.",
    price: { amount: 900, currency: "USD" },
    compare_at_price: { amount: 1200, currency: "USD" },
    download_limit: 5,
  },
  updateDigitalProduct: { license: "For you and your class, not for sale", tags: ["charts"] },
  addDigitalProductFile: { file_id: exampleId("file") },
  grantDigitalProduct: { people: [{ member_id: exampleId("member"), expires_at: "2034-12-31T00:00:00.000Z" }] },
};

export const consultingExamples: Examples = {
  createConsultingService: {
    name: "Which telescope?",
    description_markdown: "An hour with somebody who has **tried** them.",
    price: { amount: 4500, currency: "USD" },
    duration_minutes: 60,
    format: "online",
    lecturer_ids: [exampleId("lecturer")],
    status: "published",
    availability: evenings,
  },
  updateConsultingService: { duration_minutes: 45, cancellation_hours: 24 },
  replaceAvailability: evenings,
  createConsultingBooking: {
    email: "ana@school.example",
    starts_at: "2034-01-03T18:00:00.000Z",
    meeting_url: "https://meet.example/telescopes",
  },
  rescheduleConsultingBooking: { starts_at: "2034-01-05T19:00:00.000Z" },
  completeConsultingBooking: { outcome: "completed" },
};
