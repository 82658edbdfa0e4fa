import type { Storage } from "#domain/platform/storage/storage.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";
import { openStore } from "#lib/objects/open-store.ts";
import { observeStore } from "#telemetry/observe-store.ts";
import type { Config } from "./config.ts";
import { deriveKey } from "./secret-key.ts";

/** Dependencies that the server and the creation of the demo share. */

export const openStorage = ({ storageUrl }: Config, secretKey: Buffer): Storage => ({
  store: observeStore(openStore(storageUrl)),
  key: deriveKey(secretKey, "lectern files"),
});

export const openPayments = ({ stripeUrl, ecpayUrl }: Config, secretKey: Buffer): PaymentSystem => ({
  key: deriveKey(secretKey, "lectern payments"),
  addresses: { stripe: stripeUrl, ecpay: ecpayUrl },
});
