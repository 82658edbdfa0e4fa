import { formatId, newId } from "#domain/platform/ids.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import type { GrantRow } from "./grant.ts";
import { countSold, deleteGrant, findGrantOf, insertGrant } from "./grant-queries.ts";
import { findProduct } from "./queries.ts";

interface ProductGrantInput {
  memberId: string;
  /** Undefined: by the access rule of the product. Null: never. */
  expiresAt?: Date | null | undefined;
  source: GrantRow["source"];
  /** The start of the access. Defaults to now. */
  grantedAt?: Date | undefined;
}

/** Grants a product to a member. An unexpired grant is kept. */
export async function giveProduct(
  context: Context,
  productId: string,
  { memberId, expiresAt, source, grantedAt = context.now }: ProductGrantInput,
): Promise<{ id: string; productId: string; created: boolean }> {
  const { now } = context;
  const { access } = await mustExist(findProduct(context, { id: productId }));
  const known = await findGrantOf(context, productId, memberId);
  if (known && (known.expiresAt === null || known.expiresAt > now)) return { id: known.id, productId, created: false };
  if (known) await deleteGrant(context, known.id, now);
  const end = access.kind === "days" ? addDays(await findTimeZone(context), grantedAt, access.days) : null;
  const id = newId();
  const grant = { id, productId, memberId, source, grantedAt };
  if (!(await insertGrant(context, { ...grant, expiresAt: expiresAt === undefined ? end : expiresAt }, now))) {
    throw new RetryableProblem("conflict", "The product was granted to the same person concurrently.");
  }
  if (!known) await countSold(context, productId, 1, context.now);
  return { id, productId, created: true };
}

export function grantedEvent(id: string): OutboxEvent {
  const objectId = formatId("digitalProductGrant", id);
  return { type: "digital_product.granted", objectId, data: { id: objectId, object: "digital_product_grant" } };
}
