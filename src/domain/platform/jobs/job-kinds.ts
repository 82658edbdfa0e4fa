import { couponGenerationKind } from "#domain/sales/coupons/generation-kind.ts";
import { exportKind } from "#domain/site/exports/export-kind.ts";
import { importKind } from "#domain/site/imports/import-kind.ts";
import { erasureKind } from "#domain/people/privacy/erasure-kind.ts";
import { memberExportKind } from "#domain/people/privacy/export-kind.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { JobKindName, JobRecord } from "./job.ts";
import type { JobKind } from "./job-work.ts";

/** All job kinds. */
const kinds: Partial<Record<JobKindName, JobKind>> = {
  import: importKind,
  export: exportKind,
  member_export: memberExportKind,
  member_erasure: erasureKind,
  coupon_generation: couponGenerationKind,
};

export function jobKindOf({ kind }: JobRecord): JobKind {
  const found = kinds[kind];
  if (!found) throw new Problem("invalid_request", `This server does not support jobs of the kind ${kind}.`);
  return found;
}
