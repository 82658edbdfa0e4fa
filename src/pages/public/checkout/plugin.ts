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
export function checkoutPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest, csrfKey: Buffer): void {
  registerCheckoutPage(app, openPageRequest, csrfKey);
  orderPages(app, openPageRequest, csrfKey);
  continuePages(app, openPageRequest);
  subscriptionPages(app, openPageRequest, csrfKey);
  ownVoucherPages(app, openPageRequest, csrfKey);
  redeemPages(app, openPageRequest, csrfKey);
  testPaymentPages(app, openPageRequest, csrfKey);
}
