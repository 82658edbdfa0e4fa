import type { Site } from "#domain/platform/site/site.ts";
import { plain } from "../plain-markdown.ts";
import { readTemplate } from "#lib/text/read-template.ts";

const body = readTemplate(new URL("en-skill.md", import.meta.url));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The agent skill: how to work with this school by its tools and documents. */
export const enSkill = {
  description: ({ name, origin }: Site): string =>
    `Works with the online school ${oneLine(name).slice(0, 200)} (${origin}). Finds its courses, events and prices, shows members their courses and progress, and runs the school for its staff: courses, students, enrollments, messages, coupons, events, orders and exports. Use it when a person mentions this school or ${new URL(origin).host}.`,
  body: ({ name, origin }: Site): string => body({ origin, name: plain(name) }),
};
