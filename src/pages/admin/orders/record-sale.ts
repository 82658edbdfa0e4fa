import type { FastifyInstance, FastifyReply } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { recordSale } from "#domain/sales/recorded-sales/record-sale.ts";
import type { Form } from "#oauth/form.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import {
  recordSalePage,
  recordSalePath as path,
  type RecordSaleView,
  type SaleForm,
} from "../../views/admin/orders/record-sale.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { performForm } from "../parts/perform-once.ts";
import { adminSections } from "../sections.ts";
import { minorUnits } from "../parts/minor-units.ts";
import { getPage, postForm } from "../parts/routes.ts";

/** GET and POST /admin/orders/record: a sale that was paid elsewhere. */
export function recordSalePages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest) =>
    show(pageRequest, { email: "", name: "", product: "", amount: "", reference: "", notify: true }),
  );

  postForm(app, path, async (pageRequest, form) => {
    const typed = typedIn(form);
    try {
      const { id } = await record(pageRequest, typed);
      return await pageRequest.reply.redirect(`${adminSections.orders.path}/${String(id)}?done=recorded`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return show(pageRequest, typed, refusalOf(error));
    }
  });
}

const typedIn = (form: Form): SaleForm => ({
  email: form.get("email")?.trim() ?? "",
  name: form.get("name")?.trim() ?? "",
  product: form.get("product") ?? "",
  amount: form.get("amount")?.trim() ?? "",
  reference: form.get("reference")?.trim() ?? "",
  notify: form.get("notify") === "on",
});

async function record(pageRequest: AdminPageRequest, { email, name, product, amount, reference, notify }: SaleForm) {
  const { listProductsToSell } = await adminOperations.orders();
  const { products } = await perform(listProductsToSell, pageRequest.context, {});
  const currency = products.find(({ id }) => id === product)?.price?.currency;
  const line = {
    productId: product,
    ...(amount !== "" && currency !== undefined && { unitAmount: { amount: minorUnits(amount, currency), currency } }),
  };
  const sale = {
    email,
    ...(name !== "" && { name }),
    lineItems: [line],
    ...(reference !== "" && { providerReference: reference }),
    notify,
  };
  return performForm(pageRequest, recordSale, sale, ({ id }) => ({ id: formatId("order", id) }));
}

function refusalOf({ code, details: { errors = [] } }: Problem): NonNullable<RecordSaleView["refusal"]> {
  if (code === "already_exists" || code === "already_subscribed") return "acquired";
  if (code === "sold_out") return "sold_out";
  const pointer = errors[0]?.pointer ?? "";
  if (/^\/(email|memberId|name)/.test(pointer)) return "buyer";
  return pointer.includes("unitAmount") ? "amount" : "other";
}

async function show(
  pageRequest: AdminPageRequest,
  typed: SaleForm,
  refusal?: RecordSaleView["refusal"],
): Promise<FastifyReply> {
  const { listProductsToSell } = await adminOperations.orders();
  const { products } = await perform(listProductsToSell, pageRequest.context, {});
  const page = recordSalePage(adminPageOf(pageRequest, "orders"), { products, typed, refusal });
  return sendPage(pageRequest.reply, page, { status: refusal === undefined ? 200 : 422 });
}
