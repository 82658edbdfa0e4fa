import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { End } from "#domain/platform/time/instant.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, validationFailed } from "#domain/platform/problem.ts";
import { lockMember, requireMember } from "#domain/people/members/queries.ts";
import { grantColumns, grantPerson, giveProduct, grantedEvent } from "#domain/offers/digital-products/grants.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import { DigitalProductGrant, type GrantRow } from "#domain/offers/digital-products/digital-product.ts";

const grants = listing<GrantRow>({
  kind: "digitalProductGrant",
  table: sql`digital_product_grants`,
  columns: grantColumns,
  joins: grantPerson,
  defaultSort: "-grantedAt",
  sorts: { grantedAt: "timestamptz" },
  filters: {},
});

export const listMemberDownloads = operation({
  name: "listMemberDownloads",
  summary: "List the digital products of a member",
  description: "Products that the member bought or was given. Those that a membership includes are not listed.",
  reads: "digital_products:read",
  input: grants.input.extend({ id: Id("member") }),
  output: pageSchemaOf(DigitalProductGrant),
  async run(context, { id, ...input }) {
    await requireMember(context, id);
    return mapPage(await grants.page(context, input, { of: sql`digital_product_grants.member_id = ${id}` }), serialize);
  },
});

export const giveMemberDownload = operation({
  name: "giveMemberDownload",
  summary: "Give a digital product to a member",
  description: "Without payment. Has no effect on members who have the product.",
  writes: "digital_products:write",
  input: z.object({
    id: Id("member"),
    productId: Id("digitalProduct"),
    expiresAt: End.nullable().optional().meta({ description: "Defaults to the access period of the product" }),
  }),
  output: z.object({ id: Id("digitalProductGrant"), productId: Id("digitalProduct"), created: z.boolean() }),
  async run(context, { id: memberId, productId, expiresAt }) {
    await lockMember(context, memberId);
    const { status } = await requireMember(context, memberId);
    if (status === "removed") throw invalidState("member", status, "given a product", []);
    const product = await findProduct(context, { id: productId });
    if (!product || product.deletedAt) {
      throw validationFailed(
        "/productId",
        "not_found",
        `No product has the ID ${formatId("digitalProduct", productId)}.`,
      );
    }
    return giveProduct(context, productId, { memberId, expiresAt, source: "manual" });
  },
  audit: (_input, { id, productId }) =>
    about("digitalProduct", productId, { grant: formatId("digitalProductGrant", id) }),
  event: (_input, { id, created }) => (created ? grantedEvent(id) : []),
});

const serialize = ({ email: _email, name: _name, ...grant }: GrantRow) => ({
  ...grant,
  object: "digital_product_grant" as const,
  person: null,
});
