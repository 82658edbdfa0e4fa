import { Problem } from "#domain/platform/problem.ts";
import type { ListedPayment, PaymentState, ProviderAccount } from "#domain/sales/payments/provider.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import type { OurPayment } from "./our-payments.ts";

const maxConcurrentQueries = 4;

export interface QueryResults {
  listed: Map<string, ListedPayment>;
  /** References of payments whose query failed. */
  unanswered: Set<string>;
}

/**
 * Queries each payment at a provider. A failed query excludes its payment, and one that the provider refuses is about a
 * payment that it does not know. Throws if all concurrent queries fail: the provider is unreachable.
 */
export async function queryPayments(account: ProviderAccount, ours: readonly OurPayment[]): Promise<QueryResults> {
  const queryResults: QueryResults = { listed: new Map(), unanswered: new Set() };
  for (let start = 0; start < ours.length; start += maxConcurrentQueries) {
    const queried = ours.slice(start, start + maxConcurrentQueries);
    const results = await Promise.allSettled(queried.map((payment) => query(account, payment)));
    const failures = results.filter((result) => result.status === "rejected");
    if (failures.length === results.length) throw failures[0]?.reason;
    queried.forEach((payment, index) => {
      const result = results[index];
      if (result?.status === "fulfilled") keep(queryResults, payment, result.value);
      else queryResults.unanswered.add(payment.sessionReference);
    });
  }
  return queryResults;
}

async function query(account: ProviderAccount, payment: OurPayment): Promise<PaymentState | undefined> {
  try {
    return await providers[account.provider].readState?.(account, payment);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function keep(
  { listed }: QueryResults,
  { status, sessionReference, createdAt }: OurPayment,
  state?: PaymentState,
): void {
  // The member has not gone to the provider, or has only opened its page.
  const unknown: PaymentState | undefined = status === "pending" ? { status: "pending" } : undefined;
  const effective = state ?? unknown;
  if (effective) listed.set(sessionReference, { sessionReference, paymentId: undefined, createdAt, state: effective });
}
