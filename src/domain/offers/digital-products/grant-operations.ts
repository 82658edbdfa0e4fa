import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { BulkResult, inBulk, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { bulkRow } from "#domain/platform/bulk/run-row.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { End, Instant } from "#domain/platform/time/instant.ts";
import { range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { lockMembers } from "#domain/people/members/bulk/lock-members.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import {
  countSold,
  deleteGrant,
  lockProductOf,
  grantColumns,
  grantPerson,
  lockGrant,
  giveProduct,
  grantedEvent,
} from "./grants.ts";
import { findProduct } from "./queries.ts";
import { requireProduct } from "./save-digital-product.ts";
import { findOrInvite, PersonNamed } from "#domain/people/members/add-member.ts";
import { DigitalProductGrant, type GrantRow } from "./digital-product.ts";

const grants = listing<GrantRow>({
  kind: "digitalProductGrant",
  table: sql`digital_product_grants`,
  columns: grantColumns,
  joins: grantPerson,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: { updatedAt: range(Instant, sql`digital_product_grants.updated_at`) },
});

export const listDigitalProductGrants = operation({
  name: "listDigitalProductGrants",
  summary: "List the grants of a digital product",
  reads: "digital_products:read",
  input: grants.input.extend({ product: ReferenceTo("digitalProduct") }),
  output: pageSchemaOf(DigitalProductGrant),
  async run(context, { product: reference, ...input }) {
    const product = await findProduct(context, reference);
    if (!product) throw resourceNotFound("digitalProduct", reference);
    const page = await grants.page(context, input, { of: sql`digital_product_grants.product_id = ${product.id}` });
    const named = mayKnowPeople(context);
    const serialize = ({ email, name, ...grant }: GrantRow) => ({
      ...grant,
      object: "digital_product_grant" as const,
      person: named ? { email, name } : null,
    });
    return mapPage(page, serialize);
  },
});

function mayKnowPeople({ caller }: Context): boolean {
  return (["members:read", "students:read"] as const).some((scope) => {
    try {
      requireScopes(caller, [scope]);
      return true;
    } catch {
      return false;
    }
  });
}

const Granted = z.object({ id: Id("digitalProductGrant"), productId: Id("digitalProduct"), created: z.boolean() });

/** Grants the product to one of several members. */
const giveDigitalProduct = operation({
  name: "giveDigitalProduct",
  summary: "Grant a digital product to one person",
  writes: "digital_products:write",
  input: PersonNamed.extend({ product: Id("digitalProduct"), expiresAt: End.nullable().optional() }),
  output: Granted,
  async run(context, { product: productId, expiresAt, ...person }) {
    const { id: memberId } = await findOrInvite(context, person);
    return giveProduct(context, productId, { memberId, expiresAt, source: "manual" });
  },
  audit: (_input, { id, productId }) =>
    about("digitalProduct", productId, { grant: formatId("digitalProductGrant", id) }),
  event: (_input, { id, created }) => (created ? grantedEvent(id) : []),
});

const maxMembers = 500;
const Person = PersonNamed.extend({ expiresAt: End.nullable().optional() });

export const grantDigitalProduct = operation({
  name: "grantDigitalProduct",
  summary: "Grant a digital product",
  description: "Gives the product to at most 500 people without payment. New people are invited by email.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct"), people: bulkRows(unchecked(Person), maxMembers) }),
  output: BulkResult.extend({ productId: Id("digitalProduct") }),
  async run(context, { product: reference, people }) {
    const { id } = await requireProduct(context, reference);
    const product = formatId("digitalProduct", id);
    await lockMembers(context, people);
    const rows = people.map((person) =>
      bulkRow({
        operation: giveDigitalProduct,
        input: { ...asRecord(person), product },
        done: (grant) => ({
          status: grant.created ? "created" : "unchanged",
          id: formatId("digitalProductGrant", grant.id),
        }),
      }),
    );
    return { ...(await inBulk(context, rows, false)), productId: id };
  },
  audit: (_input, { productId, summary }) => about("digitalProduct", productId, summary),
});

export const revokeDigitalProductGrant = operation({
  name: "revokeDigitalProductGrant",
  summary: "Revoke a digital product grant",
  writes: "digital_products:write",
  input: z.object({ id: Id("digitalProductGrant") }),
  output: z.object({ id: Id("digitalProductGrant"), productId: Id("digitalProduct") }),
  async run(context, { id }) {
    // Locks the product first, in the same order as granting, to prevent deadlocks.
    await lockProductOf(context, id);
    const existing = await lockGrant(context, id);
    if (!existing) throw notFound("grant", formatId("digitalProductGrant", id));
    requireVersion(context, existing);
    await deleteGrant(context, id, context.now);
    await countSold(context, existing.productId, -1, context.now);
    return { id, productId: existing.productId };
  },
  audit: (_input, { id, productId }) =>
    about("digitalProduct", productId, { grant: formatId("digitalProductGrant", id) }),
});
