import * as z from "zod";
import type { Caller } from "#access/caller.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const registrationStatuses = ["registered", "waitlisted", "checked_in", "no_show", "canceled"] as const;

/** Answers to the registration questions, keyed by question handle. */
export const Answers = z
  .record(z.string().min(1).max(60), z.string().max(2000))
  .refine((answers) => Object.keys(answers).length <= 50, "Expected at most 50 answers.");

/** A member's seats at an event. */
export const EventRegistration = versionedResource("eventRegistration", {
  eventId: Id("event"),
  ticketId: Id("eventTicket"),
  memberId: Id("member"),
  /** These two fields require `members:read` or `students:read`. */
  email: untrusted(z.string().optional()),
  name: untrusted(z.string().nullable().optional()),
  quantity: z.number().int().min(1),
  status: z.enum(registrationStatuses),
  /** Shown at check-in. */
  checkInCode: z.string(),
  offeredUntil: Instant.nullable().meta({
    description: "Until then, a seat is reserved for a person on the waitlist, who has to pay for it",
  }),
  checkedInAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  source: z.enum(["purchase", "manual", "membership", "import"]),
  answers: untrusted(Answers),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export interface RegistrationRecord extends Omit<z.output<typeof EventRegistration>, "object" | "email" | "name"> {
  email: string;
  name: string | null;
  version: number;
}

export type RegistrationRow = Omit<RegistrationRecord, "email" | "name">;

/** Serializes a registration. Includes name and email address only if the caller may read members or students. */
export function serializeRegistration({ caller }: { caller: Caller }, registration: RegistrationRecord) {
  const { email, name, ...rest } = registration;
  const readsPeople = holdsScope(caller, "members:read") || holdsScope(caller, "students:read");
  return { ...rest, object: "event_registration" as const, ...(readsPeople && { email, name }) };
}
