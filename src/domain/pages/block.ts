import * as z from "zod";
import { LinkTarget, Markdown } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { cleanHtml } from "#lib/markdown.ts";
import { plainText } from "#lib/plain-text.ts";

const Label = z.string().trim().min(1).max(300);

/** One part of a page, from top to bottom. */
export const Block = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("markdown"), markdown: Markdown }),
    z.object({
      kind: z.literal("html"),
      html: z.string().max(100_000).transform(cleanHtml).meta({ description: "HTML. It is sanitized." }),
    }),
    z.object({
      kind: z.literal("image"),
      fileId: Id("file"),
      alt: z.string().trim().max(500),
      caption: z.string().trim().max(500).nullable().default(null),
    }),
    z.object({ kind: z.literal("button"), label: Label, href: LinkTarget }),
    z.object({ kind: z.literal("divider") }),
    z.object({
      kind: z.literal("faq"),
      items: z
        .array(z.object({ question: Label, answerMarkdown: z.string().max(10_000) }))
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

/** What of a block people read, and look for. */
export function textOf(block: Block): string {
  switch (block.kind) {
    case "markdown":
      return block.markdown;
    case "html":
      return plainText(block.html);
    case "image":
      return `${block.alt} ${block.caption ?? ""}`;
    case "button":
      return block.label;
    case "faq":
      return block.items.map(({ question, answerMarkdown }) => `${question} ${answerMarkdown}`).join("\n");
    default:
      return "";
  }
}
