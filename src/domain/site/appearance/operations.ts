import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireNewFiles } from "#domain/files/files/references/require-files.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { aboutAppearance, appearanceEvent } from "./about-appearance.ts";
import { Appearance, AppearanceChanges, type AppearanceRow, changeableAppearance, Warning } from "./appearance.ts";
import { cleanChanges, cleanStyle } from "./clean-changes.ts";
import { everyEntry, Navigation } from "./navigation.ts";
import { serializeAppearance } from "./serialize-appearance.ts";
import { findAppearance, lockAppearance, missingTargets, updateAppearance as storeAppearance } from "./queries.ts";
import { contrastWarnings } from "./warnings.ts";

export const getAppearance = operation({
  name: "getAppearance",
  summary: "Retrieve the appearance of the site",
  reads: "appearance:read",
  input: z.object({}),
  output: Appearance,
  run: async (context) => serializeAppearance(context, await findAppearance(context)),
});

export const updateAppearance = operation({
  name: "updateAppearance",
  summary: "Update the appearance of the site",
  writes: "appearance:write",
  requiresIfMatch: true,
  input: AppearanceChanges,
  output: versioned(Appearance.extend({ warnings: z.array(Warning) })),
  prepare: cleanStyle,
  async run(context, changes) {
    const current = await requireAppearance(context);
    await requireNewFiles(context, files, changes, current);
    const { changes: cleaned, warnings } = await cleanChanges(context, changes);
    const answer = (serialized: ReturnType<typeof serializeAppearance>) => ({
      ...serialized,
      warnings: [...contrastWarnings(serialized.colors), ...warnings],
    });
    // Sending back a default does not store it.
    const before = serializeAppearance(context, current);
    if (isEmptyPatch(computePatch(changeableAppearance, before, cleaned))) return unchanged(answer(before));
    await storeAppearance(context, computePatch(changeableAppearance, current, cleaned), context.now);
    return answer(serializeAppearance(context, await findAppearance(context)));
  },
  audit: aboutAppearance,
  event: appearanceEvent,
});

const files = ["logoFileId", "logoDarkFileId", "faviconFileId", "coverFileId"] as const;

const Menu = versioned(
  z.object({ object: z.literal("navigation"), id: Id("site"), navigation: Navigation }).meta({ id: "Navigation" }),
);

export const getNavigation = operation({
  name: "getNavigation",
  summary: "Retrieve the navigation menu",
  reads: "appearance:read",
  input: z.object({}),
  output: Menu,
  run: async (context) => menuOf(context, await findAppearance(context)),
});

export const replaceNavigation = operation({
  name: "replaceNavigation",
  summary: "Replace the navigation menu",
  writes: "appearance:write",
  input: z.object({ navigation: Navigation, ...ignoredFields("object", "id") }),
  output: Menu,
  async run(context, { navigation }) {
    const current = await requireAppearance(context);
    if (isDeepStrictEqual(navigation, current.navigation)) return unchanged(menuOf(context, current));
    const entries = everyEntry(navigation);
    if (entries.length > maxEntries) {
      const detail = `Expected at most ${maxEntries} entries in total.`;
      throw validationFailed("/navigation", "too_big", detail, { of: "items", value: maxEntries });
    }
    for (const { pointer, href, ref, hasChildren } of entries) {
      if (href !== undefined && ref !== undefined) {
        throw validationFailed(`${pointer}/ref`, "exclusive", "Send href or ref, not both.");
      }
      if (href === undefined && ref === undefined && !hasChildren) {
        throw validationFailed(
          `${pointer}/href`,
          "missing",
          "An entry needs a target or nested entries: send href, ref or children.",
        );
      }
    }
    const [missing] = await missingTargets(
      context,
      entries.flatMap(({ ref }) => ref ?? []),
    );
    const wrong = missing && entries.find(({ ref }) => ref === missing);
    if (wrong) throw validationFailed(`${wrong.pointer}/ref`, "not_found", `There is no ${missing} at this site.`);
    await storeAppearance(context, { navigation }, context.now);
    return menuOf(context, await findAppearance(context));
  },
  audit: aboutAppearance,
  event: appearanceEvent,
});

const maxEntries = 200;

async function requireAppearance(context: Context): Promise<AppearanceRow> {
  const current = await lockAppearance(context);
  requireVersion(context, current);
  return current;
}

function menuOf(context: Context, found: AppearanceRow | { since: Date }) {
  const { id, navigation, version } = serializeAppearance(context, found);
  return { object: "navigation" as const, id, navigation, version };
}
