import type { Money } from "#domain/platform/fields.ts";
import type { AgreementReport, AgreementState, RequestedAgreement } from "#domain/sales/billing/agreement-state.ts";
import type { CheckoutPayment } from "#domain/sales/orders/change-order.ts";
import type { PaymentRow } from "#domain/sales/orders/payment.ts";
import type { Recurrence } from "#domain/sales/billing/agreement.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** A provider as a school has set it up, with its opened credentials. */
export interface ProviderAccount {
  /** Our ID of the school (`site_…`): schools can share an account at a provider. */
  siteId: string;
  provider: ProviderName;
  enabled: boolean;
  settings: Readonly<Record<string, string>>;
  credentials: Readonly<Record<string, string>>;
  /** Address of the provider's API, if the installation uses another one than the provider's own. */
  apiAddress?: string | undefined;
}

/** Details of a payment that the provider asks for. */
export interface PaymentRequest {
  /** Our ID of the payment (`pay_…`). Also the idempotency key of the call. */
  paymentId: string;
  orderNumber: string;
  amount: Money;
  /** Terms of the payments that follow. Null: there are none, or they are orders of their own. */
  recurrence: Recurrence | null;
  /** Names of the order lines. */
  description: string;
  email: string;
  now: Date;
  placedAt: Date;
  /** When the checkout ends. */
  expiresAt: Date;
  /** The page of the order, to which the provider sends the member back. */
  returnUrl: string;
  /** Address of the site, without a trailing slash. */
  origin: string;
}

export interface StartedPayment {
  /** The provider's page where the member pays. Null: the member pays by the instructions. */
  checkoutUrl: string | null;
  /** The provider's ID of the checkout. */
  sessionReference: string | null;
  /** Shown to the member, for example the account of a transfer. */
  instructions: Readonly<Record<string, string>> | null;
  /** Until when the payment is expected, if the provider decides. */
  expiresAt?: Date;
}

/** The state of a payment at the provider. Absent fields are unknown. */
export interface PaymentState {
  status: "pending" | "succeeded" | "failed" | "canceled";
  /** The amount that was paid. */
  amount?: Money;
  /** The tax that the amount includes, in its minor unit, if the provider calculates taxes. */
  tax?: number;
  providerReference?: string;
  method?: PaymentRow["method"];
  card?: { brand: string; last4: string | null };
  /** The provider's fee, in the minor unit of the payment's currency. */
  feeAmount?: number;
  instructions?: Readonly<Record<string, string>>;
  /** Why an attempt failed. A pending payment can have one: the member may try another card. */
  failure?: { code: string | null; message: string | null };
  /** Until when a pending payment can still arrive. */
  expiresAt?: Date;
  /** `open`: the money is withdrawn until the dispute is decided. */
  dispute?: "open" | "won" | "lost";
  /** When the provider reported the dispute. Earlier reports than the latest known are ignored. */
  disputeAt?: Date;
  /** The total that was returned, in the minor unit of the payment's currency. */
  refundedAmount?: number;
  /** The subscription that the payment has started. */
  agreement?: ProviderAgreement;
}

/** A subscription at a provider that charges renewals by itself. */
export interface ProviderAgreement {
  reference: string;
  customer: string | null;
}

/** A provider's event about one payment. */
export interface ProviderEvent {
  /** The provider's ID of the event, the same at each delivery. */
  id: string;
  type: string;
  /** Identifies the payment by our ID, by the checkout or by the payment at the provider. */
  payment: { id?: string | undefined; sessionReference?: string | undefined; providerReference?: string | undefined };
  /** Undefined: the event needs no action. */
  state: PaymentState | undefined;
  /** The state of a refund that Lectern requested. */
  refund?: { id: string; state: RefundState } | undefined;
  /** The state of a subscription at the provider. */
  agreement?: AgreementReport | undefined;
  payload: object;
}

/** A request with events. The signature covers the exact bytes. */
export interface EventRequest {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
}

export interface RefundRequest {
  /** Our ID of the refund (`rfd_…`), the idempotency key of the call. */
  refundId: string;
  amount: Money;
  payment: Pick<CheckoutPayment, "providerReference" | "sessionReference" | "id">;
  /** The total of the payment's earlier refunds that have succeeded. */
  refundedBefore: number;
  /** True if other refunds of the payment have been requested, too. */
  hasOthersPending: boolean;
  /** Milliseconds since the refund was requested. */
  age: number;
}

/** The result of asking for a refund. `pending`: the provider reports the result later. */
export interface RefundState {
  status: "pending" | "succeeded" | "failed";
  providerReference?: string;
}

/** A payment that was started by Lectern, as its provider lists it. */
export interface ListedPayment {
  /** The provider's ID of the checkout, or of the renewal. */
  sessionReference: string;
  /** Our ID of the payment (`pay_…`). */
  paymentId: string | undefined;
  /** The provider's ID of the subscription that it renews. */
  renews?: string;
  createdAt: Date;
  state: PaymentState;
}

/** A charge of a payment, as its provider lists it. */
export interface ListedCharge {
  /** The provider's ID of the payment. */
  providerReference: string;
  /** The total that was returned, in the minor unit of the payment's currency. */
  refundedAmount: number;
  dispute?: NonNullable<PaymentState["dispute"]>;
}

/** A form by which the browser leads to the provider's page. */
export interface CheckoutForm {
  /** Address of the provider's page. */
  action: string;
  /** Signed fields. */
  fields: Readonly<Record<string, string>>;
}

/** A way to get paid. Calls throw if the provider cannot be reached, and `invalid_state` if it refuses. */
export interface PaymentProvider {
  startPayment(account: ProviderAccount, request: PaymentRequest): Promise<StartedPayment>;
  /**
   * Verifies the signature. Throws `invalid_request` for a request that the provider did not sign. Absent: the provider
   * sends no events.
   */
  readEvents?(account: ProviderAccount, request: EventRequest): ProviderEvent[] | Promise<ProviderEvent[]>;
  /** The body of the response to a processed request, if the provider expects a certain one. */
  acknowledgment?: string;
  refund(account: ProviderAccount, request: RefundRequest): Promise<RefundState>;
  /** True for payments that the provider cannot return: staff transfers the money back. */
  refundsByHand?(payment: Pick<PaymentRow, "method">): boolean;
  /**
   * The form to the provider's page, which accepts each payment once. `startPayment` then returns the address of
   * Lectern's page with this form, `/checkout/continue/{payment}`.
   */
  checkoutForm?(account: ProviderAccount, request: PaymentRequest & { locale: string }): CheckoutForm;
  /** The state at the provider. Undefined: the provider has no query. Responds within a few seconds or throws. */
  readState?(
    account: ProviderAccount,
    payment: Pick<CheckoutPayment, "sessionReference">,
  ): Promise<PaymentState | undefined>;
  /** Lists the payments of a period. Without it, reconciliation asks about each payment. */
  listPayments?(account: ProviderAccount, period: { from: Date; to: Date }): AsyncIterable<ListedPayment>;
  /** Lists the charges of a period: one-time payments and renewals. */
  listCharges?(account: ProviderAccount, period: { from: Date; to: Date }): AsyncIterable<ListedCharge>;
  /** True if the provider blocks clients that ask often. */
  limitsQueries?: boolean;
  /** Tells the provider about the state of a subscription, and returns the state at the provider. Repeatable. */
  sendAgreement?(
    account: ProviderAccount,
    reference: string,
    requested: RequestedAgreement,
  ): Promise<AgreementState | undefined>;
  /** Address of the provider's page where a customer changes their payment method. */
  customerPortal?(account: ProviderAccount, customer: string, returnUrl: string): Promise<string>;
  /** Origin of that page. */
  portalOrigin?(apiAddress: string | undefined): string;
  /** False for an amount that the provider can never charge, for example because of its number of decimals. */
  accepts?(amount: Money): boolean;
  /** Origin of the provider's page where members pay. */
  checkoutOrigin?(apiAddress: string | undefined): string;
  /** Names of the secrets that staff enters. All of them are required. */
  credentialNames?: readonly string[];
  /** Those of them that are no secrets, and can be shown. */
  publicCredentials?: readonly string[];
  /** Asks the provider whether the entered secrets are right. Throws `validation_failed` with pointers like `/name`. */
  checkCredentials?(account: ProviderAccount): Promise<void>;
  /** True if the credentials move no real money. */
  isTestMode?(account: ProviderAccount): boolean;
  /** New credentials for a provider that staff cannot enter any for. */
  makeCredentials?(): Record<string, string>;
}

/** Details of a bank transfer, as the member sees them: those of the account at the time of the order. */
export function transferInstructions(
  settings: Readonly<Record<string, string>>,
  reference: string,
): Readonly<Record<string, string>> {
  const { instructions = "", holder = "" } = settings;
  return { text: instructions, reference, ...(holder !== "" && { holder }) };
}
