import type { Stripe } from "stripe";
import type { ProviderAccount } from "../provider.ts";
import { fromStripe } from "./amounts.ts";

/** Settings of an account whose taxes Stripe calculates (Stripe Tax), and of one whose taxes it does not. */
export const taxSettings = { calculated: { tax: "stripe" }, none: { tax: "" } } as const;

export const calculatesTax = ({ settings }: Pick<ProviderAccount, "settings">): boolean => settings["tax"] === "stripe";

/** The tax of a checkout. Empty if Stripe did not calculate it. */
export function taxOfSession({ automatic_tax, total_details, currency }: Stripe.Checkout.Session): { tax?: number } {
  if (!isCalculated(automatic_tax) || !total_details || currency === null) return {};
  return { tax: fromStripe(total_details.amount_tax, currency).amount };
}

/** The tax of an invoice. Empty if Stripe did not calculate it, or if a credit has paid a part of the invoice. */
export function taxOfInvoice(invoice: Stripe.Invoice): { tax?: number } {
  const { automatic_tax, total_taxes, currency, total, amount_due: due } = invoice;
  if (!isCalculated(automatic_tax) || due !== total) return {};
  const sum = (total_taxes ?? []).reduce((total, { amount }) => total + amount, 0);
  return { tax: fromStripe(sum, currency).amount };
}

/** Events of endpoints with old API versions leave the field out. */
const isCalculated = (tax: { enabled: boolean } | undefined): boolean => tax?.enabled === true;
