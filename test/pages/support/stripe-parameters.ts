import { type Declarations, declarationsOf, findType } from "./stripe-declarations.ts";

/**
 * The parameters of Stripe's API, read from the declarations of its library, which Stripe generates from its OpenAPI
 * description. The type check does not reject all other requests: it accepts unknown values of enumerations, and
 * unknown fields in objects that are spread.
 */

/** A file below `resources/` of the library, and the interface with the parameters. */
type Source = readonly [file: string, interfaceName: string];

/** The requests that Lectern sends, by method and path. */
const sources: readonly [method: string, path: RegExp, source: Source][] = [
  ["POST", /^\/v1\/checkout\/sessions$/, ["Checkout/Sessions", "Checkout.SessionCreateParams"]],
  ["GET", /^\/v1\/checkout\/sessions$/, ["Checkout/Sessions", "Checkout.SessionListParams"]],
  ["GET", /^\/v1\/checkout\/sessions\/\w+$/, ["Checkout/Sessions", "Checkout.SessionRetrieveParams"]],
  ["POST", /^\/v1\/billing_portal\/sessions$/, ["BillingPortal/Sessions", "BillingPortal.SessionCreateParams"]],
  ["POST", /^\/v1\/prices$/, ["Prices", "PriceCreateParams"]],
  ["POST", /^\/v1\/coupons$/, ["Coupons", "CouponCreateParams"]],
  ["POST", /^\/v1\/refunds$/, ["Refunds", "RefundCreateParams"]],
  ["GET", /^\/v1\/refunds$/, ["Refunds", "RefundListParams"]],
  ["GET", /^\/v1\/charges$/, ["Charges", "ChargeListParams"]],
  ["GET", /^\/v1\/disputes$/, ["Disputes", "DisputeListParams"]],
  ["GET", /^\/v1\/invoices$/, ["Invoices", "InvoiceListParams"]],
  ["GET", /^\/v1\/invoices\/\w+$/, ["Invoices", "InvoiceRetrieveParams"]],
  ["GET", /^\/v1\/subscriptions\/\w+$/, ["Subscriptions", "SubscriptionRetrieveParams"]],
  ["POST", /^\/v1\/subscriptions\/\w+$/, ["Subscriptions", "SubscriptionUpdateParams"]],
  ["DELETE", /^\/v1\/subscriptions\/\w+$/, ["Subscriptions", "SubscriptionCancelParams"]],
];

export interface WrongParameter {
  code: "parameter_unknown" | "parameter_invalid" | "parameter_missing" | "resource_missing";
  param: string;
}

/** Returns the first parameter that Stripe does not accept. */
export function wrongParameterOf(
  method: string,
  requestPath: string,
  fields: Record<string, string>,
): WrongParameter | undefined {
  const [, , source] = sources.find(([verb, pattern]) => verb === method && pattern.test(requestPath)) ?? [];
  if (!source) return { code: "resource_missing", param: requestPath };
  const [file, name] = source;
  return check(declarationsOf(file), { type: name, scope: "", node: treeOf(fields), param: "" });
}

type Tree = string | { [name: string]: Tree };

/** `{"a[b]": "c"}` is `{a: {b: "c"}}`. */
function treeOf(fields: Record<string, string>): Tree {
  const root: Record<string, Tree> = {};
  for (const [name, value] of Object.entries(fields)) {
    const steps = name.split(/[[\]]+/).filter(Boolean);
    let node = root;
    for (const step of steps.slice(0, -1)) node = (node[step] ??= {}) as Record<string, Tree>;
    node[steps.at(-1)!] = value;
  }
  return root;
}

interface Checked {
  type: string;
  /** The path of the block that names the type. */
  scope: string;
  node: Tree;
  param: string;
}

function check(declarations: Declarations, { type, scope, node, param }: Checked): WrongParameter | undefined {
  const invalid = { code: "parameter_invalid" as const, param };
  const [, list] = /^Array<(.+)>$/.exec(type) ?? [];
  if (list !== undefined) {
    if (typeof node === "string") return invalid;
    return first(Object.entries(node), ([index, item]) =>
      /^\d+$/.test(index)
        ? check(declarations, { type: list, scope, node: item, param: `${param}[${index}]` })
        : { code: "parameter_unknown", param: `${param}[${index}]` },
    );
  }
  const [, emptyable] = /^Emptyable<(.+)>$/.exec(type) ?? [];
  if (emptyable !== undefined) {
    return node === "" ? undefined : check(declarations, { type: emptyable, scope, node, param });
  }
  if (type === "MetadataParam") return checkMetadata(node, param);
  const alternatives = type.split(" | ");
  if (alternatives.length > 1) {
    const problems = alternatives.map((one) => check(declarations, { type: one, scope, node, param }));
    // The deepest problem is about the alternative that the request has chosen.
    return problems.includes(undefined) ? undefined : problems.toSorted((a, b) => b!.param.length - a!.param.length)[0];
  }
  if (typeof node === "string" && isPlain(type)) return matches(type, node) ? undefined : invalid;
  const declared = findType(declarations, type, scope);
  if (declared === undefined) return invalid;
  if (declared.type !== undefined) {
    return check(declarations, { type: declared.type, scope: declared.scope, node, param });
  }
  if (typeof node === "string") return invalid;
  const { properties, scope: own } = declared;
  const unknown = first(Object.entries(node), ([name, value]) => {
    const inner = param === "" ? name : `${param}[${name}]`;
    const property = properties.get(name);
    if (!property) return { code: "parameter_unknown", param: inner };
    return check(declarations, { type: property.type, scope: own, node: value, param: inner });
  });
  if (unknown) return unknown;
  const missing = [...properties].find(([name, { isRequired }]) => isRequired && !(name in node));
  return missing && { code: "parameter_missing", param: param === "" ? missing[0] : `${param}[${missing[0]}]` };
}

/** https://docs.stripe.com/api/metadata: 50 keys of 40 characters, with values of 500. */
function checkMetadata(node: Tree, param: string): WrongParameter | undefined {
  if (typeof node === "string") return { code: "parameter_invalid", param };
  const entries = Object.entries(node);
  const wrong = entries.find(([name, value]) => name.length > 40 || typeof value !== "string" || value.length > 500);
  if (wrong) return { code: "parameter_invalid", param: `${param}[${wrong[0]}]` };
  return entries.length > 50 ? { code: "parameter_invalid", param } : undefined;
}

const isPlain = (type: string): boolean => /^(string|number|boolean|Decimal|'.*')$/.test(type);

function matches(type: string, value: string): boolean {
  if (type === "string") return value.length <= 5000;
  if (type === "number" || type === "Decimal") return /^-?\d+(\.\d+)?$/.test(value);
  return type === "boolean" ? value === "true" || value === "false" : `'${value}'` === type;
}

function first<Item>(
  items: readonly Item[],
  problemOf: (item: Item) => WrongParameter | undefined,
): WrongParameter | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem) return problem;
  }
  return undefined;
}
