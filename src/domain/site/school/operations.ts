import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { type Changed, isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { slugFrom } from "#domain/platform/names/slug.ts";
import { requireNewSeoImage } from "#domain/files/files/references/require-files.ts";
import { formatId } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { updateSite } from "#domain/platform/site/queries.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { countCatalog, findSchool, lockSchool, updateSchool as storeSchool } from "./queries.ts";
import { School, SchoolChanges, type SchoolRecord, writableSchool } from "./school.ts";

export const getSchool = operation({
  name: "getSchool",
  summary: "Retrieve the school profile",
  reads: "school:read",
  input: z.object({}),
  output: School,
  run: async (context) => serialize(context, await findSchool(context)),
});

export const updateSchool = operation({
  name: "updateSchool",
  summary: "Update the school profile",
  writes: "school:write",
  input: SchoolChanges,
  output: School,
  async run(context, input) {
    const current = await lockSchool(context);
    requireVersion(context, current);
    const before = await serialize(context, current);
    const changes = computePatch(writableSchool, before, input);
    if (isEmptyPatch(changes)) return unchanged(before);
    await requireNewSeoImage(context, changes, current);
    await store(context, current, changes);
    return serialize(context, await findSchool(context));
  },
  audit: (changes, { id }) => ({ resourceType: "school", resourceId: formatId("site", id), details: named(changes) }),
  event: (changes, { id }) => schoolEvent(id, named(changes).changed),
});

/** Only field names; subscribers read the values from the school. */
export const schoolEvent = (id: string, changed: readonly string[]) => ({
  type: "school.updated" as const,
  objectId: formatId("site", id),
  data: { id: formatId("site", id), object: "school", changed: changed.map(toWire) },
});

const named = (changes: z.output<typeof SchoolChanges>) => ({ changed: Object.keys(changes) });

async function store(context: Context, current: SchoolRecord, changes: Changed<typeof writableSchool>): Promise<void> {
  const { name, description, defaultLocale, ...plain } = changes;
  requireCurrency({ ...current, ...plain }, "currencies" in plain ? "/currencies" : "/defaultCurrency");
  if (name !== undefined || description !== undefined || defaultLocale !== undefined) {
    await updateSite(context.db, context.site.id, { name, description, defaultLocale }, context.now);
  }
  await storeSchool(context, plain, context.now);
}

function requireCurrency({ defaultCurrency, currencies }: SchoolRecord, pointer: string): void {
  if (currencies.includes(defaultCurrency)) return;
  const detail = `The default currency ${defaultCurrency} must be one of ${currencies.join(", ")}.`;
  throw validationFailed(pointer, "inconsistent", detail);
}

async function serialize(context: Context, { logoFileId, coverFileId, slug, ...school }: SchoolRecord) {
  const { site, mail } = context;
  const { id, origin: url, mode } = site;
  const addressOf = (file: string | null) => (file === null ? null : `${url}/files/${formatId("file", file)}`);
  return {
    object: "school" as const,
    id,
    ...school,
    slug: slug ?? (slugFrom(school.name) || slugFrom(site.host)),
    locales: [...locales],
    url,
    mode,
    logoUrl: addressOf(logoFileId),
    coverUrl: addressOf(coverFileId),
    counts: await countCatalog(context),
    features: { mail: mail !== undefined },
  };
}
