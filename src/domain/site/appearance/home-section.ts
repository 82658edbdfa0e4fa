import * as z from "zod";
import { htmlUpTo, LinkTarget, markdownUpTo } from "#domain/platform/fields.ts";

const Heading = z.string().trim().min(1).max(200).nullable().default(null);

/** Cards of a kind: those that come first in its list. */
const Cards = z.object({ heading: Heading, limit: z.number().int().min(1).max(24).default(6) }).prefault({});

const Call = z.object({ label: z.string().trim().min(1).max(80), href: LinkTarget });

/** One part of the home page, from top to bottom; what it would show where there is nothing to show is left out. */
export const HomeSection = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("hero"),
      settings: z
        .object({
          heading: Heading.meta({ description: "Defaults to the name of the school" }),
          text: z.string().trim().max(1000).nullable().default(null),
          button: Call.nullable().default(null),
        })
        .prefault({}),
    }),
    z.object({ kind: z.literal("courses"), settings: Cards }),
    z.object({ kind: z.literal("events"), settings: Cards }),
    z.object({ kind: z.literal("plans"), settings: Cards }),
    z.object({ kind: z.literal("posts"), settings: Cards }),
    z.object({ kind: z.literal("lecturers"), settings: Cards }),
    z.object({
      kind: z.literal("html"),
      settings: z.object({
        heading: Heading,
        html: htmlUpTo(20_000),
      }),
    }),
    z.object({
      kind: z.literal("faq"),
      settings: z.object({
        heading: Heading,
        items: z
          .array(z.object({ question: z.string().trim().min(1).max(300), answerMarkdown: markdownUpTo(10_000) }))
          .min(1)
          .max(50),
      }),
    }),
  ])
  .meta({ id: "HomeSection" });
export type HomeSection = z.output<typeof HomeSection>;

/** The Markdown of a section, in its order. */
export const markdownOf = (section: HomeSection): string[] =>
  section.kind === "faq" ? section.settings.items.map(({ answerMarkdown }) => answerMarkdown) : [];

/** The HTML of each section, of the HTML that is stored for all of them; null where it is not rendered yet. */
export function htmlOfSections(
  sections: readonly HomeSection[],
  stored: readonly string[] | null,
): (string[] | null)[] {
  const left = [...(stored ?? [])];
  return sections.map((section) => stored && left.splice(0, markdownOf(section).length));
}

export const HomeSections = z.array(HomeSection).max(30);

/** What a home page is made of where nobody has chosen. */
export const defaultHomeSections: readonly HomeSection[] = [
  { kind: "hero", settings: { heading: null, text: null, button: null } },
  { kind: "courses", settings: { heading: null, limit: 6 } },
  { kind: "events", settings: { heading: null, limit: 3 } },
  { kind: "plans", settings: { heading: null, limit: 3 } },
  { kind: "posts", settings: { heading: null, limit: 3 } },
  { kind: "lecturers", settings: { heading: null, limit: 6 } },
];
