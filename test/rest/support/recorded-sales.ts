import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { aPaidCourse } from "../../pages/support/buyer.ts";
import { type Json, make } from "./make.ts";
import { type Operator } from "./operator.ts";

export const accessScopes = "students:write subscriptions:write events:write digital_products:write";
export const scopes =
  `school:write ${accessScopes} courses:read courses:write curriculum:write students:read events:read
  membership_plans:write subscriptions:read digital_products:read orders:read members:read`.replaceAll(/\s+/g, " ");

export const usd = (amount: number) => ({ amount, currency: "USD" });
export const eur = (amount: number) => ({ amount, currency: "EUR" });
export const ago = (days: number) => new Date(now().getTime() - days * day).toISOString();

export interface Line extends Json {
  id: string;
  name: string;
}
export interface Order extends Json {
  id: string;
  member_id: string;
  line_items: Line[];
}

export const record = async (operator: Operator, body: Json): Promise<Order> => {
  const made = await make(operator, "/orders", body);
  return made as unknown as Order;
};
export const list = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: (Json & { id: string })[] }>().data;
};
export const invoiceOf = ({ invoice }: Order) => (invoice as { number: string } | null)?.number;

export const aSale = async (operator: Operator, fields: Json = {}) => {
  const { plan, id: course } = await aPaidCourse(operator);
  const body = { email: "ana@harbour.example", line_items: [{ product_id: plan }], ...fields };
  return { order: await record(operator, body), course };
};
export const statusOf = async (operator: Operator, course: string) =>
  (await list(operator, `/enrollments?course_id=${course}`)).map(({ status }) => status);
export const orderAt = async (operator: Operator, { id }: Order) => (await operator.get(`/orders/${id}`)).json<Order>();
