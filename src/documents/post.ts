import type * as z from "zod";
import type { showPost } from "#domain/catalog/public-catalog/posts.ts";
import { facts, plain } from "./markdown.ts";

type Post = z.output<typeof showPost.output>;

/** `/posts/{slug}.md`: a post, or its excerpt and the reason why it is restricted. */
export const postDocument = (post: Post): string => `# ${plain(post.title)}

${post.excerpt ? `> ${plain(post.excerpt)}\n\n` : ""}${facts({
  URL: post.url,
  Published: post.publishedAt.toISOString().slice(0, 10),
  By: post.author && plain(post.author),
  Language: post.locale,
  Topics: post.tags.map(plain).join(", "),
})}

${post.bodyMarkdown ?? reasons[post.withheld ?? "members"]}
`;

const reasons = {
  members: "This post is for members of the site. Sign in at its address to read it.",
  plans: "This post is for members with certain membership plans. Sign in at its address to read it.",
};
