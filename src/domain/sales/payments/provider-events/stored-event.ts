import * as z from "zod";
import { Payment } from "#domain/sales/orders/payment.ts";
import type { AgreementReport, AgreementState, InvoiceState } from "#domain/sales/billing/agreement-state.ts";
import type { PaymentState, ProviderEvent, RefundState } from "../provider.ts";

/** The contents of an event without its ID and its payload, which have columns of their own. */
type Contents = Omit<ProviderEvent, "id" | "type" | "payload">;

const Time = z.coerce.date();
const Money = z.object({ amount: z.number(), currency: z.string() });

/** A schema for each field, optional ones included: a field without one would be lost. */
type FieldsOf<Type> = Record<keyof Required<Type>, z.ZodType>;

const Failure = z.object({ code: z.string().nullable(), message: z.string().nullable() });

const State = z.object({
  status: z.enum(["pending", "succeeded", "failed", "canceled"]),
  amount: Money.exactOptional(),
  tax: z.number().exactOptional(),
  providerReference: z.string().exactOptional(),
  method: Payment.shape.method.exactOptional(),
  card: z.object({ brand: z.string(), last4: z.string().nullable() }).exactOptional(),
  feeAmount: z.number().exactOptional(),
  instructions: z.record(z.string(), z.string()).exactOptional(),
  failure: Failure.exactOptional(),
  expiresAt: Time.exactOptional(),
  dispute: z.enum(["open", "won", "lost"]).exactOptional(),
  disputeAt: Time.exactOptional(),
  refundedAmount: z.number().exactOptional(),
  agreement: z.object({ reference: z.string(), customer: z.string().nullable() }).exactOptional(),
} satisfies FieldsOf<PaymentState>);

const Refund = z.object({
  id: z.string(),
  state: z.object({
    status: z.enum(["pending", "succeeded", "failed"]),
    providerReference: z.string().exactOptional(),
  } satisfies FieldsOf<RefundState>),
});

const Agreement = z.object({
  reference: z.string(),
  readAt: Time,
  state: z
    .object({
      status: z.enum(["trialing", "active", "past_due", "paused", "canceled"]),
      periodStart: Time,
      periodEnd: Time,
      cancelAt: Time.nullable(),
      cancelAtPeriodEnd: z.boolean(),
      endedAt: Time.nullable(),
      priceId: z.string().exactOptional(),
    } satisfies FieldsOf<AgreementState>)
    .optional(),
  invoice: z
    .object({
      id: z.string(),
      isPaid: z.boolean(),
      subtotal: z.number(),
      total: Money,
      tax: z.number().exactOptional(),
      periodStart: Time,
      periodEnd: Time,
      paymentReference: z.string().nullable(),
      payUrl: z.string().nullable(),
      isLastAttempt: z.boolean(),
      failure: Failure.exactOptional(),
    } satisfies FieldsOf<InvoiceState>)
    .exactOptional(),
} satisfies FieldsOf<AgreementReport>);

const StoredEvent = z.object({
  payment: z.object({
    id: z.string().optional(),
    sessionReference: z.string().optional(),
    providerReference: z.string().optional(),
  }),
  state: State.optional(),
  refund: Refund.optional(),
  agreement: Agreement.optional(),
} satisfies FieldsOf<Contents>);

/** Returns the part of a verified event that is needed to apply it later. */
export const contentsOf = ({ payment, state, refund, agreement }: Contents): Contents => ({
  payment,
  state,
  refund,
  agreement,
});

/** Reads a stored event. Throws if its format is unknown. */
export function readContents(stored: unknown): Contents {
  const { payment, state, refund, agreement } = StoredEvent.parse(stored);
  return { payment, state, refund, agreement: agreement && { ...agreement, state: agreement.state } };
}
