import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";
import { subscriptionPage } from "#pages/views/public/subscriptions.ts";
import { switchPage } from "#pages/views/public/switch-plan.ts";
import type { Names } from "./sample-views.ts";

const at = (day: number) => new Date(Date.UTC(2026, 11, day, 9, 5));
const uuid = "01a20996-85af-7509-90fe-5c10efa1da62";

/** Recurring payments in their states. */
export function sampleAgreements(
  names: Names,
): Record<"active" | "ending" | "overdue" | "installments" | "over", AgreementView> {
  const active: AgreementView = {
    id: uuid,
    memberId: uuid,
    name: names.client,
    status: "active",
    provider: "stripe",
    currency: "TWD",
    interval: "month",
    intervalCount: 1,
    payments: null,
    paymentsMade: 3,
    periodEnd: at(1),
    graceEndsAt: at(8),
    canceledAt: null,
    cancelAtPeriodEnd: false,
    next: { amount: 49_000, at: at(1) },
    orderId: null,
    hasPortal: true,
  };
  return {
    active,
    ending: { ...active, cancelAtPeriodEnd: true, next: null },
    overdue: { ...active, status: "past_due", provider: "offline", orderId: uuid, hasPortal: false },
    installments: { ...active, provider: "offline", payments: 6, hasPortal: false },
    over: { ...active, status: "canceled", next: null, canceledAt: at(2), hasPortal: false },
  };
}

/** The member's page of a recurring payment. */
export function sampleSubscriptions(page: PublicContext, names: Names): [string, string][] {
  const { active, ending, overdue, installments, over } = sampleAgreements(names);
  const rhythm = { interval: "year" as const, intervalCount: 1 };
  const option = {
    id: uuid,
    planName: names.person,
    label: names.client,
    amount: 90_000,
    currency: "TWD",
    ...rhythm,
    terms: "",
  };
  const switching = { options: [option], chosen: null, at: at(1) };
  return [
    ["subscription-switch", switchPage(page, { agreement: active, switching })],
    ["subscription-switch-none", switchPage(page, { agreement: active, switching: { ...switching, options: [] } })],
    ["subscription-switch-refused", switchPage(page, { agreement: active, switching, refusal: "changed" })],
    [
      "subscription-changing",
      subscriptionPage(page, { agreement: active, switching: { ...switching, chosen: option } }),
    ],
    ["subscription", subscriptionPage(page, { agreement: active, failure: "unreachable" })],
    ["subscription-portal", subscriptionPage(page, { agreement: active, portal: "https://pay.school.example/p" })],
    ["subscription-ending", subscriptionPage(page, { agreement: ending, notice: "canceled" })],
    ["subscription-overdue", subscriptionPage(page, { agreement: overdue })],
    ["subscription-installments", subscriptionPage(page, { agreement: installments })],
    ["subscription-over", subscriptionPage(page, { agreement: over })],
  ];
}
