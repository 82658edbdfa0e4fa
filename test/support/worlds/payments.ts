import { randomBytes } from "node:crypto";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";

/** Opens the credentials of payment providers. Emulators of providers add their addresses. */
export const payments: PaymentSystem = { key: randomBytes(32) };
