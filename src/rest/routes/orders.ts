import { orderExpansions } from "#domain/sales/orders/expansions.ts";
import * as orders from "#domain/sales/orders/list-orders.ts";
import * as payments from "#domain/sales/orders/list-payments.ts";
import { read, type Route } from "../route.ts";

/** Orders, payments and refunds. */
export const orderRoutes: readonly Route[] = [
  read("/orders", orders.listOrders, orderExpansions),
  read("/orders/:id", orders.getOrder, orderExpansions),
  read("/orders/:id/payments", payments.listOrderPayments),
  read("/payments", payments.listPayments),
  read("/payments/:id", payments.getPayment),
  read("/refunds", payments.listRefunds),
  read("/refunds/:id", payments.getRefund),
];
