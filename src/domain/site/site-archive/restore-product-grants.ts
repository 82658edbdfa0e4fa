import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { DigitalProductGrant } from "#domain/sales/digital-products/grant.ts";
import { type FormerGrant, restoreGrants } from "#domain/sales/digital-products/restore-grants.ts";
import { wireReader } from "#domain/site/imports/read-wire.ts";
import { type Row, rowsIn } from "./archive-format.ts";
import { writablePart } from "./compare-rows.ts";
import { labelOf, type SiteImport } from "./site-import.ts";

const Grant = DigitalProductGrant.pick({ memberId: true, source: true, grantedAt: true, expiresAt: true }).extend({
  // Archives of earlier releases have no number of downloads.
  downloads: z.number().int().min(0).max(1_000_000_000).optional(),
});
const read = wireReader(Grant);

/** Rows in one transaction. */
const batchSize = 500;

/** Restores the access of members to a product of this site. `existing`: the access that members have. */
export async function restoreProductGrants(
  run: SiteImport,
  product: Row,
  id: string,
  existing: readonly Row[] = [],
): Promise<void> {
  const productId = parseId("digitalProduct", id) ?? "";
  const label = `digital_products ${labelOf(product)}`;
  const members = new Set(existing.map(({ member_id }) => member_id));
  const missing = rowsIn(product, "grants").filter(({ member_id }) => !members.has(member_id));
  for (let at = 0; at < missing.length; at += batchSize) {
    const grants: FormerGrant[] = [];
    for (const row of missing.slice(at, at + batchSize)) {
      const grant = read(writablePart(row, Grant));
      if (grant instanceof Problem) run.report(label, grant.message, grant.code);
      else grants.push({ ...grant, downloads: grant.downloads ?? 0 });
    }
    const { context } = run;
    const unknown = await context.db.transaction(async (db) => {
      const inside = { ...context, db };
      const unknownMembers = await restoreGrants(inside, productId, grants);
      const created = grants.length - unknownMembers.length;
      await recordAudit(inside, "grantDigitalProduct", about("digitalProduct", productId, { created }));
      return unknownMembers;
    });
    for (const member of unknown) {
      run.report(label, `Its access for ${formatId("member", member)} was not imported: the site lacks this member.`);
    }
  }
}
