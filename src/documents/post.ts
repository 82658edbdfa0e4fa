import type * as z from "zod";
import type { showPost } from "#domain/public-catalog/posts/posts.ts";
import { facts } from "./markdown.ts";
import { plain } from "#documents/plain-markdown.ts";
import type { DocumentText } from "#documents/text/document-text.ts";

type Post = z.output<typeof showPost.output>;

/** `/posts/{slug}.md`: a post, or its excerpt and the reason why it is restricted. */
export const postDocument = (text: DocumentText, post: Post): string => `# ${plain(post.title)}

${post.excerpt ? `> ${plain(post.excerpt)}\n\n` : ""}${facts(text, {
  url: post.url,
  published: post.publishedAt.toISOString().slice(0, 10),
  author: post.author && plain(post.author),
  language: post.locale,
  topics: post.tags.map(plain).join(", "),
})}

${post.bodyMarkdown ?? text.withheld[post.withheld ?? "members"]}
`;
