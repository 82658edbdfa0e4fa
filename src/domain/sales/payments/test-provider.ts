import { createHmac, randomBytes } from "node:crypto";
import * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { digest, matches } from "#lib/secrets/secret.ts";
import type { PaymentProvider, ProviderAccount } from "./provider.ts";

export const testOutcomes = ["paid", "failed", "pending", "expired"] as const;
export type TestOutcome = (typeof testOutcomes)[number];

/** An event of the simulated provider. */
const TestEvent = z.object({
  id: z.string().min(1).max(100),
  paymentId: z.string().max(60),
  outcome: z.enum([...testOutcomes, "dispute_opened", "dispute_won", "dispute_lost"]),
  amount: z.object({ amount: z.number().int(), currency: z.string() }),
});
export type TestEvent = z.output<typeof TestEvent>;

const states = {
  paid: { status: "succeeded" },
  failed: {
    status: "failed",
    failure: { code: "insufficient_funds", message: "Your card has insufficient funds." },
  },
  pending: { status: "pending" },
  expired: { status: "canceled" },
  dispute_opened: { status: "succeeded", dispute: "open" },
  dispute_won: { status: "succeeded", dispute: "won" },
  dispute_lost: { status: "succeeded", dispute: "lost" },
} as const;

const signatureOf = ({ credentials }: ProviderAccount, body: Buffer): string =>
  createHmac("sha256", credentials["signingSecret"] ?? "")
    .update(body)
    .digest("hex");

/** Returns a signed request of the simulated provider, as sent to `POST /payments/test/events`. */
export function testEventRequest(
  account: ProviderAccount,
  event: TestEvent,
): { body: Buffer; headers: Record<string, string> } {
  const body = Buffer.from(JSON.stringify(event));
  return { body, headers: { "test-signature": signatureOf(account, body) } };
}

/** A simulated provider for test sites: a page of Lectern where the visitor chooses what happens. */
export const testProvider: PaymentProvider = {
  startPayment: (_account, { origin, paymentId }) =>
    Promise.resolve({
      checkoutUrl: `${origin}/checkout/test/${paymentId}`,
      sessionReference: `test_${paymentId}`,
      instructions: null,
    }),
  readEvents(account, { body, headers }) {
    const signature = headers["test-signature"];
    if (typeof signature !== "string" || !matches(signature, digest(signatureOf(account, body)))) {
      throw new Problem("invalid_request", "The signature in Test-Signature is wrong.");
    }
    const { id, paymentId, outcome, amount } = TestEvent.parse(JSON.parse(body.toString()));
    const state = { ...states[outcome], amount, method: "card" as const, providerReference: `test_${paymentId}` };
    return [{ id, type: `payment.${outcome}`, payment: { id: paymentId }, state, payload: { id, outcome, amount } }];
  },
  refund: (_account, { refundId }) => Promise.resolve({ status: "succeeded", providerReference: `test_${refundId}` }),
  makeCredentials: () => ({ signingSecret: randomBytes(32).toString("base64url") }),
};
