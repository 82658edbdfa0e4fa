import {
  readPaymentSettings,
  savePaymentProvider,
  saveSellingSettings,
} from "#domain/sales/payments/settings/save-providers.ts";
import { listRefundPolicies, saveRefundPolicy, removeRefundPolicy } from "#domain/sales/refund-policies/operations.ts";
import { listProviderEvents } from "#domain/sales/payments/provider-events/operations.ts";
import {
  readReconciliation,
  requestReconciliation,
} from "#domain/sales/payments/reconciliation/request-reconciliation.ts";

/** Settings of payments, and events of payment providers. */
export const paymentOperations = {
  readPaymentSettings,
  savePaymentProvider,
  saveSellingSettings,
  listRefundPolicies,
  saveRefundPolicy,
  removeRefundPolicy,
  listProviderEvents,
  readReconciliation,
  requestReconciliation,
};
