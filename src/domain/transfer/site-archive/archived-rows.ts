import type { RequestContext } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import type { Operation } from "#domain/platform/operation.ts";
import { MembershipPricing, serializePricing } from "#domain/offers/membership-pricings/membership-pricing.ts";
import { listPricingsOf } from "#domain/offers/membership-pricings/queries.ts";
import { listReceiptCounters } from "#domain/sales/payments/receipt-number.ts";
import { findSelling, SellingSettings } from "#domain/site/selling/selling-settings.ts";
import { filesOf } from "#domain/offers/digital-products/queries.ts";
import { ProductFile } from "#domain/offers/digital-products/digital-product.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Row } from "./archive-format.ts";
import { type ArchivedRecords, recordResources } from "./archived-records.ts";
import { type ArchivedResource, type ContentName, contentResources, operations } from "./archived-resources.ts";
import { withFulfillment, withOrigins } from "./history/access.ts";
import { withoutFileAddresses } from "./history/member-files.ts";
import { performOnWire, readAll, readPages } from "./read-list.ts";

/** Yields the pages of a list in ID order, of one parent after the other if the rows have one. */
export async function* contentPages(context: RequestContext, name: ContentName): AsyncGenerator<Row[]> {
  yield* pagesOf(context, contentResources[name]);
}

async function* pagesOf(context: RequestContext, { list, parent }: ListedRows): AsyncGenerator<Row[]> {
  if (!parent) {
    yield* readPages(context, list);
    return;
  }
  const above = nestedLists.find((each) => each.list === parent.list) ?? { list: parent.list };
  for await (const page of pagesOf(context, above)) {
    for (const { id } of page) yield* readPages(context, list, { [parent.argument]: id });
  }
}

type ListedRows = Pick<ArchivedResource, "list" | "parent">;

/** Lists below another resource. The rows of one can contain rows themselves. */
const nestedLists: readonly ListedRows[] = [
  { list: operations.listLectures, parent: { list: operations.listCourses, argument: "course", field: "course_id" } },
  ...Object.values<ArchivedResource>(contentResources),
];

/** Yields the rows of a resource in ID order, complete and with the rows nested in them. */
export async function* contentRows(context: RequestContext, name: ContentName): AsyncGenerator<Row[]> {
  const { get }: ArchivedResource = contentResources[name];
  for await (const page of contentPages(context, name)) {
    const rows: Row[] = [];
    for (const listed of page) {
      const row = get ? await performOnWire(context, get.operation, { [get.by]: listed["id"] }) : listed;
      rows.push({ ...row, ...(await nestedRows(context, name, String(row["id"]))) });
    }
    yield rows;
  }
}

/** Rows that belong to one row, and are imported with it. */
export async function nestedRows(
  context: RequestContext,
  name: ContentName,
  id: string,
): Promise<Record<string, Row[]>> {
  if (name === "membership_plans") {
    const pricings = await listPricingsOf(context, parseId("membershipPlan", id) ?? "");
    const encode = compileEncoder(MembershipPricing);
    return { pricings: pricings.map((pricing) => asRecord(encode(serializePricing(pricing)))) };
  }
  if (name === "events") return { tickets: await readAll(context, operations.listEventTickets, { event: id }) };
  if (name === "digital_products") {
    const files = await filesOf(context, parseId("digitalProduct", id) ?? "");
    const encode = compileEncoder(ProductFile);
    return { files: files.map((file) => ({ file_id: asRecord(encode(file))["file_id"] })) };
  }
  return {};
}

/** Yields the rows of records in ID order. */
export async function* recordRows(context: RequestContext, name: ArchivedRecords): AsyncGenerator<Row[]> {
  const list: Operation = recordResources[name].list;
  for await (const page of readPages(context, list)) {
    if (name === "orders") yield await withFulfillment(context, await withMoney(context, page));
    else if (name === "enrollments") yield await withOrigins(context, page);
    else if (name === "form_submissions") yield page.map(withoutFileAddresses);
    else yield page;
  }
}

/** Adds payments and refunds to their orders, as the import of orders expects them. */
async function withMoney(context: RequestContext, orders: readonly Row[]): Promise<Row[]> {
  if (orders.length === 0) return [];
  const orderId = orders.map(({ id }) => String(id));
  const byOrder = async (list: Operation) =>
    Map.groupBy(await readAll(context, list, { orderId }), ({ order_id }) => order_id);
  const payments = await byOrder(operations.listPayments);
  const refunds = await byOrder(operations.listRefunds);
  return orders.map((order) => ({
    ...order,
    payments: payments.get(order["id"]) ?? [],
    refunds: refunds.get(order["id"]) ?? [],
  }));
}

/** A registration without its check-in code, which admits to the event. */
export const withoutCode = ({ check_in_code: _code, ...registration }: Row): Row => registration;

/** The files of the library without those that imports have read, such as archives. */
export async function* libraryPages(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of readPages(context, operations.listFiles)) {
    yield page.filter(({ purpose }) => purpose !== "import");
  }
}

/** A file without its signed addresses. */
export const withoutAddresses = ({ url: _url, variants: _variants, ...file }: Row): Row => file;

const encodeSelling = compileEncoder(SellingSettings);

/** Fields of the school that an import writes: its documents as one row. */
export async function schoolRow(context: RequestContext): Promise<Row> {
  return {
    school: await performOnWire(context, operations.getSchool, {}),
    settings: await performOnWire(context, operations.getSchoolSettings, {}),
    selling: encodeSelling(await findSelling(context)),
    receipt_counters: (await listReceiptCounters(context)).map(({ year, lastNumber }) => ({
      year,
      last_number: lastNumber,
    })),
    appearance: await performOnWire(context, operations.getAppearance, {}),
    navigation: await performOnWire(context, operations.getNavigation, {}),
    home_sections: await performOnWire(context, operations.getHomeSections, {}),
  };
}
