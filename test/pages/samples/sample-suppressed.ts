import type { SuppressedView } from "#pages/views/admin/settings/suppressed-addresses.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** Addresses to which no email, or only necessary email, is sent. */
export const sampleSuppressed: SuppressedView[] = [
  {
    id: "spr_01k9g2c8p4e6t0v3x5y7z9b1d3",
    email: "ana@school.example",
    reason: "bounce",
    statusCode: "5.1.1",
    diagnostic: "smtp; 550 5.1.1 <ana@school.example>: Recipient address rejected: User unknown",
    createdAt: at(9),
  },
  {
    id: "spr_01k9g2c8p4e6t0v3x5y7z9b1d4",
    email: "a-rather-long-address-of-one-person@department.university.example",
    reason: "complaint",
    statusCode: null,
    diagnostic: null,
    createdAt: at(11),
  },
];
