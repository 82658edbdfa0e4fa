import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { htmlOfMarkdown, sanitizedHtml } from "#domain/platform/texts/render.ts";
import { operation } from "#domain/platform/operation.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { aboutAppearance, appearanceEvent } from "./about-appearance.ts";
import type { AppearanceRow } from "./appearance.ts";
import { defaultHomeSections, type HomeSection, HomeSections, markdownOf } from "./home-section.ts";
import { findAppearance, lockAppearance, updateAppearance } from "./queries.ts";

const Home = versioned(
  z
    .object({ object: z.literal("home_sections"), id: Id("site"), homeSections: HomeSections })
    .meta({ id: "HomeSections" }),
);

export const getHomeSections = operation({
  name: "getHomeSections",
  summary: "Retrieve the sections of the home page",
  reads: "appearance:read",
  input: z.object({}),
  output: Home,
  run: async (context) => serialize(context, await findAppearance(context)),
});

export const replaceHomeSections = operation({
  name: "replaceHomeSections",
  summary: "Replace the sections of the home page",
  description: "The sections are sorted from top to bottom.",
  writes: "appearance:write",
  input: z.object({ homeSections: HomeSections, ...ignoredFields("object", "id") }),
  output: Home,
  async run(context, { homeSections: input }) {
    const homeSections = await Promise.all(input.map((section) => sanitized(context, section)));
    const current = await lockAppearance(context);
    requireVersion(context, current);
    const before = serialize(context, current);
    if (isDeepStrictEqual(homeSections, before.homeSections)) return unchanged(before);
    const homeSectionHtml = await Promise.all(
      homeSections.flatMap(markdownOf).map((text) => htmlOfMarkdown(context, text)),
    );
    await updateAppearance(context, { homeSections, homeSectionHtml }, context.now);
    return serialize(context, await findAppearance(context));
  },
  audit: aboutAppearance,
  event: appearanceEvent,
});

async function sanitized(context: Context, section: HomeSection): Promise<HomeSection> {
  if (section.kind !== "html") return section;
  const { settings } = section;
  return { ...section, settings: { ...settings, html: await sanitizedHtml(context, settings.html) } };
}

function serialize({ site }: SiteScope, found: AppearanceRow | { since: Date }) {
  const { homeSections, version } = "since" in found ? { homeSections: null, version: 1 } : found;
  return {
    object: "home_sections" as const,
    id: site.id,
    homeSections: [...(homeSections ?? defaultHomeSections)],
    version,
  };
}
