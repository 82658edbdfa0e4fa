import * as z from "zod";
import { htmlUpTo, LinkTarget, Markdown, markdownUpTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const Label = trimmed().min(1).max(300);

/** A content block of a page. */
export const Block = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("markdown"), markdown: Markdown }),
    z.object({
      kind: z.literal("html"),
      html: htmlUpTo(100_000),
    }),
    z.object({
      kind: z.literal("image"),
      fileId: Id("file"),
      alt: trimmed().max(500),
      caption: trimmed().max(500).nullable().default(null),
    }),
    z.object({ kind: z.literal("button"), label: Label, href: LinkTarget }),
    z.object({ kind: z.literal("divider") }),
    z.object({
      kind: z.literal("faq"),
      items: z
        .array(z.object({ question: Label, answerMarkdown: markdownUpTo(10_000) }))
        .min(1)
        .max(100),
    }),
    z.object({
      kind: z.literal("list"),
      of: z.enum(["courses", "events", "lecturers", "plans", "posts"]),
      limit: z.number().int().min(1).max(50).default(6),
    }),
  ])
  .meta({ id: "PageBlock" });
export type Block = z.output<typeof Block>;

/** Returns the Markdown texts of a block, in order. */
export function markdownOf(block: Block): string[] {
  if (block.kind === "markdown") return [block.markdown];
  return block.kind === "faq" ? block.items.map(({ answerMarkdown }) => answerMarkdown) : [];
}

/** Divides the stored HTML of all blocks into the HTML of each. */
export function htmlOfBlocks(blocks: readonly Block[], blockHtml: readonly string[]): string[][] {
  const remainingHtml = [...blockHtml];
  return blocks.map((block) => remainingHtml.splice(0, markdownOf(block).length));
}

const maxIndexedCharacters = 100_000;

/** Returns the visible text of a block, for the search index. */
export function textOf(block: Block): string {
  switch (block.kind) {
    case "markdown":
      return block.markdown;
    case "html":
      return plainText(block.html.slice(0, maxIndexedCharacters));
    case "image":
      return `${block.alt} ${block.caption ?? ""}`;
    case "button":
      return block.label;
    case "faq":
      return block.items.map(({ question, answerMarkdown }) => `${question} ${answerMarkdown}`).join("\n");
    case "divider":
    case "list":
      return "";
  }
}
