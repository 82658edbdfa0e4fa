import { saveAccount } from "#domain/sales/payments/account.ts";
import type { TestEvent } from "#domain/sales/payments/test-provider.ts";
import { aPaidCourse, checkOut, paymentIn, sendTestEvent, turnIntoTestSite } from "../../../pages/support/buyer.ts";
import { runRefunds } from "../../../pages/support/run-refunds.ts";
import { payments } from "../../../support/world.ts";
import { anOpenEvent, register } from "../an-event.ts";
import { anEmail } from "../added-members.ts";
import { done } from "../causes/causes.ts";
import { aLecturer, aService, weekly } from "../made-consulting.ts";
import { aPlan, aPrice } from "../made-subscriptions.ts";
import { record, usd } from "../recorded-sales.ts";
import type { Changes } from "./changes.ts";

export const changesOfSales: Changes = {
  "an order that is paid, refunded and disputed": async (operator, step) => {
    const { site } = operator;
    await turnIntoTestSite(site);
    const account = { provider: "test", enabled: true, settings: {} } as const;
    await saveAccount({ ...site.context(), payments }, { ...account, credentials: { signingSecret: "secret" } });
    const course = await aPaidCourse(operator);
    const paymentId = paymentIn((await checkOut(await site.signedIn(await site.member()), course.plan)).address);
    const amount = { amount: 4900, currency: "USD" };
    const send = (outcome: TestEvent["outcome"]) =>
      sendTestEvent(site, { id: `${paymentId} ${outcome}`, paymentId, outcome, amount });
    await step(() => send("paid"));
    const { data } = await done<{ data: [{ id: string }] }>(operator.get("/orders"));
    const path = `/admin/orders/${data[0].id}`;
    const owner = await site.signedIn(operator.member);
    const refund = { act: "refund", reason: "", amount: "9", access: "keep" };
    await step(async () => owner.submit(await owner.open(path), refund, path));
    await step(() => runRefunds(site));
    await step(() => send("dispute_opened"));
  },
  "a recorded sale": async (operator, step) => {
    const { plan } = await aPaidCourse(operator, { seats: 3 });
    const sale = { email: anEmail(), line_items: [{ product_id: plan }] };
    const order = await step(() => record(operator, sale));
    await step(() => done(operator.post("/refunds", { order_id: order.id, amount: usd(1900) })));
    await step(() => done(operator.post("/refunds", { order_id: order.id, revoke_access: true })));
  },
  "an event ticket": async (operator, step) => {
    const { event, ticket } = await anOpenEvent(operator, {}, { capacity: 4 });
    await step(() => done(operator.patch(`/event_tickets/${ticket.id}`, { name: "Bench", capacity: 5 })));
    await step(() => register(operator, event, { ticket_id: ticket.id, email: anEmail() }));
  },
  "a membership price": async (operator, step) => {
    const price = await aPrice(operator, await aPlan(operator));
    await step(() => done(operator.patch(`/membership_pricings/${price.id}`, { label: "Monthly" })));
    await step(() => done(operator.patch(`/membership_pricings/${price.id}`, { active: false })));
  },
  "a consulting service": async (operator, step) => {
    const [first, second] = [await aLecturer(operator), await aLecturer(operator, "Mia")];
    const { id } = await aService(operator, { lecturer_ids: [first, second] });
    await step(() => done(operator.patch(`/consulting_services/${id}`, { name: "Harbor hour" })));
    const availability = { time_zone: "UTC", weekly: weekly("10:00", "11:00"), max_days_ahead: 30 };
    await step(() => done(operator.put(`/consulting_services/${id}/availability`, availability)));
    await step(() => done(operator.delete(`/lecturers/${first}`)));
  },
};
