import { ordersOfLines } from "./learning/enrollments/visible-sources.ts";
import { subscriptionChanged } from "./memberships/subscriptions/change.ts";
import { appointmentsOfAttendees, newsOfEachLearner } from "./messages/notifications/notify-audience.ts";
import { endChargesOf } from "./people/members/access/leaving.ts";

// Connects lower modules to what higher ones provide. The first call of a seam loads this file.

appointmentsOfAttendees.provide(
  async () => (await import("./events/event-registrations/appointments-of-event.ts")).appointmentsOfEvent,
);
newsOfEachLearner.provide(async () => (await import("./learning/reminders/news-of-learners.ts")).newsOfLearners);
endChargesOf.provide(async () => (await import("./sales/billing/end-agreement.ts")).endChargesOf);
subscriptionChanged.provide(async () => (await import("./sales/billing/subscription-changed.ts")).followChange);
ordersOfLines.provide(async () => (await import("./sales/orders/queries.ts")).orderIdsOf);
