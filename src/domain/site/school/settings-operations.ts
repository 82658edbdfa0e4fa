import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import type { Context } from "#domain/platform/context.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { suggestKnown } from "#lib/text/suggest-known.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import { schoolEvent } from "./operations.ts";
import { findSchool, lockSchool, updateSchool } from "./queries.ts";
import type { SchoolRecord } from "./school.ts";
import { isSettingsGroup, schoolSettings, type SettingsGroup, settingsFrom, settingsGroups } from "./settings.ts";

const SchoolSettings = versioned(
  z
    .object({ object: z.literal("school_settings"), id: Id("site"), ...schoolSettings, updatedAt: Instant })
    .meta({ id: "SchoolSettings" }),
);

export const getSchoolSettings = operation({
  name: "getSchoolSettings",
  summary: "Retrieve the school settings",
  description: "Grouped by topic.",
  reads: "school:read",
  input: z.object({}),
  output: SchoolSettings,
  run: async (context) => serialize(context, await findSchool(context)),
});

export const updateSchoolSettings = operation({
  name: "updateSchoolSettings",
  summary: "Update a group of school settings",
  description: "Omitted settings stay unchanged.",
  writes: "school:write",
  input: z.object({
    group: z
      .string()
      .max(50)
      .meta({ description: `One of ${settingsGroups.join(", ")}`, examples: ["player"] }),
    settings: z
      .record(z.string().max(100), z.unknown())
      .meta({ description: "Keyed by setting name. Null restores the default.", examples: [{ autoplay_next: false }] }),
  }),
  output: SchoolSettings,
  async run(context, { group, settings }) {
    if (!isSettingsGroup(group)) throw unknownSetting("/group", group, settingsGroups);
    const current = await lockSchool(context);
    requireVersion(context, current);
    const before = current.settings[group] ?? {};
    const after = changed(group, before, settings);
    if (isDeepStrictEqual(after, before)) return unchanged(serialize(context, current));
    const stored = { ...current.settings, [group]: after };
    await updateSchool(context, { settings: stored }, context.now);
    return serialize(context, await findSchool(context));
  },
  audit: ({ group, settings }, { id }) => ({
    resourceType: "school",
    resourceId: formatId("site", id),
    details: { group, changed: Object.keys(settings) },
  }),
  event: ({ group, settings }, { id }) =>
    schoolEvent(
      id,
      Object.keys(settings).map((name) => `settings.${group}.${name}`),
    ),
});

/** Returns what to store of a group: only changed values, so that later changes of defaults apply to the rest. */
function changed(group: SettingsGroup, stored: Record<string, unknown>, input: Record<string, unknown>) {
  const settings: [string, z.ZodType][] = Object.entries(schoolSettings[group].shape);
  const settingNames = settings.map(([name]) => toWire(name));
  const result = { ...stored };
  const effective: Record<string, unknown> = schoolSettings[group].parse(stored);
  for (const [wire, value] of Object.entries(input)) {
    const setting = settings.find(([name]) => toWire(name) === wire);
    if (!setting) throw unknownSetting(`/settings/${wire}`, wire, settingNames);
    const [name, schema] = setting;
    const read = schema.safeParse(value ?? undefined, { error: formatIssue });
    if (!read.success) {
      const errors = read.error.issues.map(({ code, message, path }) => ({
        pointer: ["/settings", wire, ...path.map(String)].join("/"),
        code: code ?? "invalid",
        detail: message,
      }));
      throw new Problem("validation_failed", firstIssue(read.error).message, { errors });
    }
    if (value === null) delete result[fromWire(wire)];
    else if (!isDeepStrictEqual(read.data, effective[name])) result[name] = read.data;
  }
  return result;
}

function unknownSetting(pointer: string, name: string, known: readonly string[]): Problem {
  const detail = `Unknown setting ${name}. ${suggestKnown(name, known, "There are none.")}`;
  return new Problem("unknown_setting", detail, { errors: [{ pointer, code: "unknown_setting", detail }] });
}

const serialize = ({ site }: Context, { settings, version, updatedAt }: SchoolRecord) => ({
  object: "school_settings" as const,
  id: site.id,
  ...settingsFrom(settings),
  version,
  updatedAt,
});
