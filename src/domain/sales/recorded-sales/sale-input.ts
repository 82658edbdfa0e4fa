import * as z from "zod";
import { ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { FullName } from "#domain/people/members/member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { OrderedItem } from "#domain/sales/orders/product-id.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Text = (maxLength: number) => trimmed().min(1).max(maxLength);

const Line = z
  .object({
    productId: OrderedItem.meta({
      description: "A course plan, membership price, ticket, digital product or consulting service",
      examples: ["cpl_01k9g2c8p4e6t0v3x5y7z9b1d3"],
    }),
    name: Text(500).optional().meta({ description: "Defaults to the names of the product and its price" }),
    quantity: z.number().int().min(1).max(1000).default(1).meta({ description: "Tickets and consulting only" }),
    unitAmount: Money.optional().meta({
      description:
        "Defaults to the price of the product. Sales of the kind `manual` are in a currency of the school or of that " +
        "price, `external` ones in any currency.",
    }),
    discountAmount: Money.optional().meta({ description: "For the whole line" }),
    taxAmount: Money.optional().meta({
      description: "Included in the amount. Defaults to the tax rate of the school.",
    }),
  })
  .meta({ id: "RecordedLine" });
export type RecordedLine = z.output<typeof Line>;

/** A sale that was paid outside of Lectern. */
export const RecordedSale = z.object({
  memberId: Id("member").optional(),
  email: EmailAddress.optional().meta({ description: "Alternative to `member_id`. A new person becomes a student." }),
  name: FullName.optional().meta({ description: "The name of a person who is new to the site" }),
  kind: z
    .enum(["manual", "external"])
    .default("manual")
    .meta({
      description:
        "`manual`: sold by the school, for example by bank transfer. Gets the next receipt number. " +
        "`external`: sold by another shop, which has issued the receipt.",
    }),
  lineItems: z.array(Line).min(1).max(20),
  number: Text(100).optional().meta({ description: "Order number for people. Defaults to a new one." }),
  invoice: z
    .object({
      number: Text(100),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2000)
        .nullable()
        .default(null),
    })
    .optional()
    .meta({ description: "The receipt of the other shop, for `external`" }),
  method: z.enum(["card", "atm", "cvs", "line_pay", "bank_transfer", "other"]).optional().meta({
    description: "Defaults to `bank_transfer` for `manual`, otherwise to `other`",
  }),
  providerReference: Text(200).optional().meta({ description: "ID of the payment at the bank or the other shop" }),
  paidAt: Start.optional().meta({ description: "Defaults to now. Must not be in the future." }),
  placedAt: Start.optional().meta({ description: "Defaults to `paid_at`" }),
  fulfill: z.boolean().default(true).meta({
    description: "Gives the member what they bought. Requires the write scope of each product.",
  }),
  notify: z.boolean().default(false).meta({ description: "Sends the receipt by email and an in-app notification" }),
  remark: Text(2000).nullable().optional(),
  externalId: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
});
export type RecordedSale = z.output<typeof RecordedSale>;
