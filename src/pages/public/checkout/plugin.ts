import type { FastifyInstance } from "fastify";
import type { OpenPublicPageRequest } from "../page-request.ts";
import { continuePages } from "./continue.ts";
import { orderPages } from "./orders.ts";
import { registerCheckoutPage } from "./checkout-page.ts";
import { subscriptionPages } from "./subscriptions.ts";
import { ownVoucherPages } from "../vouchers/own-voucher.ts";
import { redeemPages } from "../vouchers/redeem.ts";
import { testPaymentPages } from "./test-payment.ts";

/** Checkout and the member's own orders. */
export function checkoutPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  registerCheckoutPage(app, openPageRequest);
  orderPages(app, openPageRequest);
  continuePages(app, openPageRequest);
  subscriptionPages(app, openPageRequest);
  ownVoucherPages(app, openPageRequest);
  redeemPages(app, openPageRequest);
  testPaymentPages(app, openPageRequest);
}
