import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Job } from "#domain/platform/jobs/job.ts";
import { serializeJob } from "#domain/platform/jobs/serialize-job.ts";
import { startJob } from "#domain/platform/jobs/start-job.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import { unknownFields } from "#domain/platform/input/unknown-fields.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import { unchecked, unknownIn } from "#lib/wire/unchecked.ts";
import { archiveScopes, requireOwner } from "#domain/transfer/site-archive/owner-only.ts";
import { filterOf } from "./export-filter.ts";
import { exportFormats, type ExportName } from "./export-names.ts";
import type { ExportOrder } from "./export-order.ts";
import { exportNames, lists } from "./lists.ts";

const Filter = z.object(
  Object.fromEntries(exportNames.map((name) => [fromWire(name), unchecked(filterOf(name)).optional()])),
);

export const startExport = operation({
  name: "startExport",
  summary: "Start an export",
  description: "Starts a job that exports complete lists into a file. Also requires the read scope of each list.",
  writes: "school:write",
  sensitive: { subject: "people" },
  input: z.object({
    resources: z.array(z.enum(exportNames)).min(1).max(exportNames.length).optional().meta({
      description:
        "The lists to export. Several lists become a ZIP archive with one file each. Required unless the format is `site`.",
    }),
    format: z.enum([...exportFormats, "site"]).meta({
      description:
        "`ndjson`: one row per line, in the format of the list. `csv`: a table for spreadsheets. " +
        "`site`: the archive of the whole school (tar), as `lectern export site` writes it. For owners, with every scope.",
    }),
    filter: Filter.optional().meta({
      description: "List parameters that filter each resource, as JSON. Parameters with several values are arrays.",
      examples: [{ enrollments: { course_id: ["crs_01k9g2c8p4e6t0v3x5y7z9b1d3"], status: ["active"] } }],
    }),
    metadata: Metadata.optional(),
  }),
  output: Job,
  async prepare(context, { format, resources, filter = {} }): Promise<{ order: ExportOrder | null }> {
    if (format === "site") {
      requireOwner(context);
      const [excessField] = resources ? ["resources"] : Object.keys(filter).length > 0 ? ["filter"] : [];
      if (excessField === undefined) return { order: null };
      throw validationFailed(`/${excessField}`, "not_applicable", "An archive contains the whole school. Omit it.");
    }
    if (!resources) throw validationFailed("/resources", "required", "Send the lists to export.");
    requireScopes(context.caller, scopesOf(resources));
    for (const [name, value] of Object.entries(filter)) {
      const unknown = unknownIn(value);
      if (unknown.length > 0) throw unknownFields(unknown, "field", `/filter/${toWire(name)}`);
    }
    return { order: await orderOf(context, resources, filter) };
  },
  async run(context, { format, metadata = {}, order }) {
    const requested = { kind: "export" as const, format, options: { ...order }, metadata };
    const scopes = order ? scopesIn(context, order.resources) : archiveScopes;
    return serializeJob(context, await startJob(context, { ...requested, scopes }));
  },
  audit: ({ format, resources }, { id }) => ({
    resourceType: "job",
    resourceId: formatId("job", id),
    details: { format, ...(resources && { resources }) },
  }),
});

const scopesOf = (resources: readonly ExportName[]): Scope[] => [
  ...new Set(["school:write", ...resources.map(readScopeOf)] as const),
];

function readScopeOf(name: ExportName): Scope {
  const { access } = lists[name].list;
  if (!("scope" in access)) throw new Error(`The list of ${name} cannot be exported: no scope reads it.`);
  return access.scope;
}

/** The required scopes, plus the optional ones that the caller holds. */
const scopesIn = ({ caller }: Context, resources: readonly ExportName[]): Scope[] => {
  const optionalScopes = resources.flatMap((name) => lists[name].saysMoreWith ?? []);
  return [...new Set([...scopesOf(resources), ...optionalScopes.filter((scope) => holdsScope(caller, scope))])];
};

/** Runs each list once, so that invalid filters fail immediately. */
async function orderOf(
  context: RequestContext,
  resources: readonly ExportName[],
  filter: z.output<typeof Filter>,
): Promise<ExportOrder> {
  for (const [index, name] of resources.entries()) {
    if (resources.indexOf(name) < index) {
      throw validationFailed(`/resources/${index}`, "duplicate", `${name} is listed twice.`);
    }
  }
  const filtered = exportNames.filter((name) => filter[fromWire(name)] !== undefined);
  for (const name of filtered) {
    if (!resources.includes(name)) {
      throw validationFailed(
        `/filter/${fromWire(name)}`,
        "not_exported",
        `${name} is not one of the exported resources.`,
      );
    }
  }
  const narrowed: ExportOrder["filter"] = {};
  for (const name of filtered) narrowed[name] = requireParameters(name, filter[fromWire(name)]);
  for (const name of resources) await askOnce(context, name, narrowed[name]);
  return { resources, filter: narrowed };
}

function requireParameters(name: ExportName, filter: unknown): object {
  if (isRecord(filter)) return filter;
  throw validationFailed(`/filter/${fromWire(name)}`, "invalid_type", "Expected an object of parameters.");
}

async function askOnce(context: RequestContext, name: ExportName, filter: object | undefined): Promise<void> {
  const at = `/filter/${fromWire(name)}`;
  try {
    await perform(lists[name].list, context, { ...filter, limit: 1 });
  } catch (error) {
    throw error instanceof Problem ? withPointers(error, (pointer) => at + pointer) : error;
  }
}
