import type { ListedPayment, PaymentState, ProviderAccount } from "../provider.ts";
import { providers } from "../providers.ts";
import type { OurPayment } from "./our-payments.ts";

/** Questions that are open at the same time. */
const atOnce = 4;

export interface Answers {
  listed: Map<string, ListedPayment>;
  /** References of payments whose question failed. */
  unanswered: Set<string>;
}

/**
 * Asks a provider that cannot list payments about each of them. A question that fails leaves its payment out. Throws if
 * all of those at the same time fail: the provider cannot be reached.
 */
export async function askAbout(account: ProviderAccount, ours: readonly OurPayment[]): Promise<Answers> {
  const answers: Answers = { listed: new Map(), unanswered: new Set() };
  for (let start = 0; start < ours.length; start += atOnce) {
    const asked = ours.slice(start, start + atOnce);
    const results = await Promise.allSettled(
      asked.map(async (payment) => providers[account.provider].readState?.(account, payment)),
    );
    const failures = results.filter((result) => result.status === "rejected");
    if (failures.length === results.length) throw failures[0]?.reason;
    asked.forEach((payment, index) => {
      const result = results[index];
      if (result?.status === "fulfilled") keep(answers, payment, result.value);
      else answers.unanswered.add(payment.sessionReference);
    });
  }
  return answers;
}

function keep({ listed }: Answers, { status, sessionReference, createdAt }: OurPayment, state?: PaymentState): void {
  // The member has not gone to the provider, or has only opened its page.
  const unknown: PaymentState | undefined = status === "pending" ? { status: "pending" } : undefined;
  const known = state ?? unknown;
  if (known) listed.set(sessionReference, { sessionReference, paymentId: undefined, createdAt, state: known });
}
