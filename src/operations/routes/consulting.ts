import { listConsultingSlots } from "#domain/sales/consulting-bookings/list-slots.ts";
import { bookingExpansions } from "#domain/sales/consulting-bookings/expansions.ts";
import * as bookings from "#domain/sales/consulting-bookings/operations.ts";
import * as consulting from "#domain/offers/consulting/list-consulting.ts";
import { serviceExpansions } from "#domain/offers/consulting/expansions.ts";
import * as consultingChanges from "#domain/offers/consulting/save-consulting.ts";
import { act, change, create, read, remove, replace, type Route } from "../route.ts";

/** Consulting services, availability and bookings. */
export const consultingRoutes: readonly Route[] = [
  read("/consulting_services", consulting.listConsultingServices, serviceExpansions),
  read("/consulting_services/:service", consulting.getConsultingService, serviceExpansions),
  create("/consulting_services", consultingChanges.createConsultingService),
  change("/consulting_services/:service", consultingChanges.updateConsultingService),
  remove("/consulting_services/:service", consultingChanges.deleteConsultingService),
  replace("/consulting_services/:service/availability", consultingChanges.replaceAvailability),
  read("/consulting_services/:service/slots", listConsultingSlots),
  read("/consulting_bookings", bookings.listConsultingBookings, bookingExpansions),
  create("/consulting_services/:service/bookings", bookings.createConsultingBooking),
  act("/consulting_bookings/:id/reschedule", bookings.rescheduleConsultingBooking),
  act("/consulting_bookings/:id/cancel", bookings.cancelConsultingBooking),
  act("/consulting_bookings/:id/complete", bookings.completeConsultingBooking),
];
