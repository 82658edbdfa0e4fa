import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

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
    description_markdown: "An hour with an expert who has **tried** them.",
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

export const digitalProductResources: ResourceExamples = {
  digital_product: {
    name: "Star charts for the year",
    slug: "star-charts-for-the-year",
    description_markdown: "Twelve charts, **one** for each month.",
    price: { amount: 900, currency: "USD" },
    compare_at_price: { amount: 1200, currency: "USD" },
    download_limit: 5,
    license: "For you and your class, not for sale",
    tags: ["charts"],
    status: "published",
    sold_count: 74,
    url: `${exampleOrigin}/digital-products/star-charts-for-the-year`,
  },
  DigitalProductFile: { name: "star-charts.pdf", byte_size: 4_812_077 },
  digital_product_grant: {
    person: { email: "ana@school.example", name: "Ana Lima" },
    source: "manual",
    granted_at: "2025-11-20T19:55:00.000Z",
    expires_at: "2034-12-31T00:00:00.000Z",
    downloads: 2,
  },
};

const unsold = { status: "draft", published_at: null, sold_count: 0 };

export const digitalProductResponses: ResponseExamples = {
  createDigitalProduct: { ...unsold, license: null },
  grantDigitalProduct: bulkResults("digitalProductGrant", "created"),
};

export const consultingResources: ResourceExamples = {
  consulting_service: {
    name: "Which telescope?",
    slug: "which-telescope",
    description_markdown: "An hour with an expert who has **tried** them.",
    price: { amount: 4500, currency: "USD" },
    duration_minutes: 60,
    sessions_included: 1,
    cancellation_hours: 24,
    status: "published",
    url: `${exampleOrigin}/consulting/which-telescope`,
  },
  Availability: { exceptions: [], buffer_before_minutes: 0, ...evenings },
  ConsultingSlot: {
    starts_at: "2026-01-06T18:00:00.000Z",
    ends_at: "2026-01-06T19:00:00.000Z",
    local_starts_at: "2026-01-06T18:00:00",
  },
  consulting_booking: {
    starts_at: "2026-01-06T18:00:00.000Z",
    ends_at: "2026-01-06T19:00:00.000Z",
    status: "confirmed",
    meeting_url: "https://meet.example/telescopes",
    answers: { budget: "Up to 500" },
  },
};

export const consultingResponses: ResponseExamples = {
  updateConsultingService: { duration_minutes: 45 },
  rescheduleConsultingBooking: { starts_at: "2026-01-08T19:00:00.000Z", ends_at: "2026-01-08T20:00:00.000Z" },
  cancelConsultingBooking: { status: "canceled" },
  completeConsultingBooking: { status: "completed" },
  listConsultingSlots: { time_zone: "Europe/Lisbon" },
};
