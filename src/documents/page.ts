import type { PublicPage } from "#domain/public-catalog/pages/pages.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { facts } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import type { DocumentText } from "./text/document-text.ts";

/** `/about.md`: the text of a page of the school, from Markdown or blocks. */
export async function pageDocument(
  text: DocumentText,
  { title, url, bodyMarkdown, blocks }: PublicPage,
): Promise<string> {
  const { origin } = new URL(url);
  const body =
    bodyMarkdown ?? (await mapInSlices(blocks ?? [], (block) => blockText(text, block, origin))).join("\n\n");
  return `# ${plain(title)}\n\n${facts(text, { url })}\n\n${body}\n`;
}

type Block = NonNullable<PublicPage["blocks"]>[number];

function blockText(text: DocumentText, block: Block, origin: string): string {
  switch (block.kind) {
    case "markdown":
      return block.markdown;
    case "html":
      return plainText(block.html);
    case "image":
      return `![${plain(block.alt)}](${origin}/files/${formatId("file", block.fileId)})${block.caption ? `\n\n${plain(block.caption)}` : ""}`;
    case "button":
      return `[${plain(block.label)}](${new URL(block.href, origin).href})`;
    case "divider":
      return "---";
    case "faq":
      return block.items
        .map(({ question, answerMarkdown }) => `### ${plain(question)}\n\n${answerMarkdown}`)
        .join("\n\n");
    case "list":
      return `[${text.lists[lists[block.of]]}](${origin}/${lists[block.of]}.md)`;
  }
}

/** Lists by the name in a block. */
const lists = {
  courses: "courses",
  events: "events",
  lecturers: "lecturers",
  plans: "membership-plans",
  posts: "posts",
} as const;
