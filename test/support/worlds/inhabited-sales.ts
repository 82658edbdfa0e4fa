import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { insertRegistration } from "#domain/events/event-registrations/queries.ts";
import { insertTicket } from "#domain/events/event-tickets/queries.ts";
import { insertEvent, setEventLecturers } from "#domain/events/events/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { includeCourses, insertMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { insertPricing } from "#domain/offers/membership-pricings/queries.ts";
import { insertOrder, insertPayment, insertRefund } from "#domain/sales/orders/queries.ts";
import { day, now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { AMember, ASite } from "../world.ts";

/** One of each sales row, under this name. */
export async function insertSales({ site }: ASite, member: AMember, name: string): Promise<void> {
  const scope = { db: database, site };
  const [slug, memberId] = [name.toLowerCase(), member.id];
  const dates = { createdAt: now(), updatedAt: now() };
  const course = await database.first<{ id: string }>`select id from courses where site_id = ${site.id} limit 1`;

  const plan = { id: newId(), name, slug, planType: "recurring", status: "active" } as const;
  await insertMembershipPlan(scope, plan, now());
  await includeCourses(scope, plan.id, [course!.id]);
  const price = { priceAmount: 900, priceCurrency: "EUR" };
  const pricing = { id: newId(), planId: plan.id, interval: "month", label: name, ...price } as const;
  await insertPricing(scope, pricing, now());

  const about = () => ({ siteId: site.id, id: newId(), memberId, ...dates });
  const bought = { planId: plan.id, pricingId: pricing.id, status: "active", source: "manual", startsAt: now() };
  const period = { currentPeriodStart: now(), currentPeriodEnd: new Date(now().getTime() + 30 * day) };
  const subscription = { ...about(), ...bought, ...period };
  await database.run`insert into subscriptions ${rows(subscription)}`;
  const coupon = {
    siteId: site.id,
    id: newId(),
    code: name.toUpperCase(),
    discountKind: "free",
    redeemedCount: 1,
    ...dates,
  };
  await database.run`insert into coupons ${rows(coupon)}`;
  const order = { id: newId(), memberId, number: name, status: "paid", kind: "checkout", placedAt: now() } as const;
  const line = {
    productType: "membership_pricing",
    productId: pricing.id,
    name,
    quantity: 1,
    unitAmount: 900,
  } as const;
  const sum = { subtotal: 900, total: 900, refundedTotal: 100, currency: "EUR", paidAt: now() };
  await insertOrder(
    scope,
    { ...order, ...sum, couponId: coupon.id, couponCode: coupon.code },
    [{ ...line, id: newId(), amount: 900 }],
    now(),
  );
  const paid = { orderId: order.id, status: "succeeded", currency: "EUR" } as const;
  const payment = {
    ...paid,
    id: newId(),
    subscriptionId: subscription.id,
    provider: "stripe",
    method: "card",
  } as const;
  await insertPayment(
    scope,
    {
      ...payment,
      amount: 900,
      paidAt: now(),
      cardBrand: "visa",
      cardLast4: "4242",
      failureCode: name,
      failureMessage: name,
    },
    now(),
  );
  await insertRefund(scope, { ...paid, id: newId(), paymentId: payment.id, amount: 100, reason: name }, now());

  const product = { productType: "course", productId: course!.id, position: 0 };
  await database.run`insert into coupon_products ${rows({ siteId: site.id, couponId: coupon.id, ...product })}`;
  const redeemed = { couponId: coupon.id, memberId, orderId: order.id, amount: 900, currency: "EUR", createdAt: now() };
  await database.run`insert into coupon_redemptions ${rows({ siteId: site.id, id: newId(), ...redeemed })}`;
  await insertAnEvent(scope, memberId, name);
}

/** An event with a host, a ticket, and its holder. */
async function insertAnEvent(scope: SiteScope, memberId: string, name: string): Promise<void> {
  const { site } = scope;
  const [slug, dates] = [name.toLowerCase(), { createdAt: now(), updatedAt: now() }];
  const category = { siteId: site.id, id: newId(), name, slug, ...dates };
  await database.run`insert into event_categories ${rows(category)}`;
  const [startsAt, endsAt] = [1, 2].map((hours) => new Date(now().getTime() + hours * 3_600_000)) as [Date, Date];
  const schedule = { format: "in_person", timeZone: "Asia/Taipei", startsAt, endsAt } as const;
  const event = { id: newId(), name, slug, ...schedule, categoryId: category.id, registeredCount: 1 };
  await insertEvent(scope, event, now());
  const lecturer = await database.first<{ id: string }>`select id from lecturers where site_id = ${site.id} limit 1`;
  await setEventLecturers(scope, event.id, [lecturer!.id]);
  const ticket = { id: newId(), eventId: event.id, name, sold: 1 };
  await insertTicket(scope, ticket, now());
  const registration = { id: newId(), eventId: event.id, ticketId: ticket.id, memberId, quantity: 1 };
  const state = { status: "registered", source: "manual", checkInCode: name } as const;
  await insertRegistration(scope, { ...registration, ...state }, now());
}
