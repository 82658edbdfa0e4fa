import { orderExpansions } from "#domain/sales/orders/expansions.ts";
import * as orders from "#domain/sales/orders/list-orders.ts";
import * as payments from "#domain/sales/orders/list-payments.ts";
import { recordRefund } from "#domain/sales/recorded-sales/record-refund.ts";
import { recordSale } from "#domain/sales/recorded-sales/record-sale.ts";
import { create, read, type Route } from "../route.ts";

/** Orders, payments and refunds. */
export const orderRoutes: readonly Route[] = [
  read("/orders", orders.listOrders, orderExpansions),
  read("/orders/:id", orders.getOrder, orderExpansions),
  create("/orders", recordSale),
  read("/orders/:id/payments", payments.listOrderPayments),
  read("/payments", payments.listPayments),
  read("/payments/:id", payments.getPayment),
  read("/refunds", payments.listRefunds),
  read("/refunds/:id", payments.getRefund),
  create("/refunds", recordRefund),
];
