import { openForm } from "#domain/content/forms/form-states.ts";
import { createForm } from "#domain/content/forms/save-form.ts";
import { publishPage } from "#domain/content/pages/page-states.ts";
import { createPage } from "#domain/content/pages/save-page.ts";
import { createPostCategory } from "#domain/content/post-categories/operations.ts";
import { publishPost } from "#domain/content/posts/post-states.ts";
import { createPost } from "#domain/content/posts/save-post.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoSite } from "../content/read-school.ts";
import { daysFrom, type Planting, run } from "../planting.ts";
import type { Team } from "./plant-courses.ts";

/** Posts, pages and forms. */
export async function plantWriting(
  planting: Planting,
  { categories, posts, pages, forms }: DemoSite,
  team: Team,
): Promise<void> {
  const { now } = planting.context;
  const categoryIds = new Map<string, string>();
  for (const [position, { slug, name }] of categories.posts.entries()) {
    const { id } = await run(planting, createPostCategory, { slug, name, position }, daysFrom(now, -198));
    categoryIds.set(slug, formatId("postCategory", id));
  }
  for (const { category, author, daysAgo, body, ...post } of posts) {
    const at = daysFrom(now, -daysAgo);
    const coverFileId = mustGet(planting.files, `posts/${post.slug}.svg`);
    const authorId = team.get(author);
    const { id } = await run(
      planting,
      createPost,
      {
        ...post,
        coverFileId,
        bodyMarkdown: body,
        categoryId: categoryIds.get(category) ?? null,
        ...(authorId !== undefined && { authorMemberId: formatId("member", authorId) }),
      },
      at,
    );
    await run(planting, publishPost, { post: formatId("post", id) }, at);
  }
  for (const { path, title, body } of pages) {
    const blocks = [{ kind: "markdown" as const, markdown: body }];
    const { id } = await run(planting, createPage, { path, title, blocks }, daysFrom(now, -180));
    await run(planting, publishPage, { page: formatId("page", id) }, daysFrom(now, -180));
  }
  for (const { answers: _answers, ...form } of forms) {
    const at = daysFrom(now, -100);
    const { id } = await run(planting, createForm, form, at);
    await run(planting, openForm, { id: formatId("form", id) }, at);
  }
}
