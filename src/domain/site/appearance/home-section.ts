import * as z from "zod";
import { htmlUpTo, LinkTarget, markdownUpTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Heading = trimmed().min(1).max(200).nullable().default(null);

/** Cards of one kind: the first ones of its list. */
const Cards = z.object({ heading: Heading, limit: z.number().int().min(1).max(24).default(6) }).prefault({});

/** Quotes of one section: of each kind. */
const maxQuotes = 12;

const Call = z.object({ label: trimmed().min(1).max(80), href: LinkTarget });

/** A section of the home page, in page order. Sections without content are omitted. */
export const HomeSection = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("hero"),
      settings: z
        .object({
          heading: Heading.meta({ description: "Defaults to the name of the school" }),
          text: trimmed().max(1000).nullable().default(null),
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
      kind: z.literal("quotes"),
      settings: z
        .object({
          heading: Heading,
          reviewIds: z.array(Id("review")).max(maxQuotes).default([]).meta({
            description: "Reviews of courses, in this order. Those that are not public are omitted.",
          }),
          quotes: z
            .array(
              z.object({
                text: trimmed().min(1).max(1000),
                author: trimmed().min(1).max(120),
                note: trimmed().max(200).nullable().default(null).meta({ description: "Such as a profession" }),
              }),
            )
            .max(maxQuotes)
            .default([])
            .meta({ description: "Texts of the school’s own choice, after the reviews" }),
        })
        .prefault({}),
    }),
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
          .array(z.object({ question: trimmed().min(1).max(300), answerMarkdown: markdownUpTo(10_000) }))
          .min(1)
          .max(50),
      }),
    }),
  ])
  .meta({ id: "HomeSection" });
export type HomeSection = z.output<typeof HomeSection>;

/** The Markdown texts of a section, in order. */
export const markdownOf = (section: HomeSection): string[] =>
  section.kind === "faq" ? section.settings.items.map(({ answerMarkdown }) => answerMarkdown) : [];

/** Splits the stored HTML of all sections by section; null if not rendered yet. */
export function htmlOfSections(
  sections: readonly HomeSection[],
  stored: readonly string[] | null,
): (string[] | null)[] {
  const remainingHtml = [...(stored ?? [])];
  return sections.map((section) => stored && remainingHtml.splice(0, markdownOf(section).length));
}

export const HomeSections = z.array(HomeSection).max(30);

/** Sections of a home page that the school has not configured. */
export const defaultHomeSections: readonly HomeSection[] = [
  { kind: "hero", settings: { heading: null, text: null, button: null } },
  { kind: "courses", settings: { heading: null, limit: 6 } },
  { kind: "events", settings: { heading: null, limit: 3 } },
  { kind: "plans", settings: { heading: null, limit: 3 } },
  { kind: "posts", settings: { heading: null, limit: 3 } },
  { kind: "lecturers", settings: { heading: null, limit: 6 } },
];
