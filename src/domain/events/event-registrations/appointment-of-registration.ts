import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import { formatId } from "#domain/platform/ids.ts";
import { checkInCodeOf, onlineUrlOf, type OwnRegistration } from "./own-registrations.ts";

/** Describes a registration for the calendar of its member. */
export const appointmentOfRegistration = (registration: OwnRegistration): Appointment => ({
  ...registration,
  id: formatId("eventRegistration", registration.id),
  place: registration.format === "online" ? null : registration.location,
  path: `/events/${registration.slug}`,
  joinUrl: registration.format === "in_person" ? null : onlineUrlOf(registration),
  // An online event has no door.
  code: registration.format === "online" ? null : checkInCodeOf(registration),
  state: stateOf(registration),
});

const stateOf = ({ status, eventStatus }: OwnRegistration): Appointment["state"] =>
  eventStatus === "canceled" || status === "canceled"
    ? "canceled"
    : status === "waitlisted"
      ? "waitlisted"
      : "confirmed";
