import { rows } from "#database/statements/sql.ts";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { insertForm, insertFormSubmission } from "#domain/content/forms/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { insertPage, insertRevision } from "#domain/content/pages/queries.ts";
import { postCategories } from "#domain/content/post-categories/post-category.ts";
import { insertPost } from "#domain/content/posts/queries.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import type { AMember, ASite } from "../world.ts";

/** One of each content row and form, under this name. */
export async function insertWritings({ site }: ASite, member: AMember, name: string): Promise<void> {
  const scope = { db: database, site };
  const [slug, memberId] = [name.toLowerCase(), member.id];
  const named = () => ({ id: newId(), name, slug });
  await insertLecturer(scope, { ...named(), memberId }, now());

  const category = named();
  await postCategories.rows.insertUnique(scope, category, now());
  const post = {
    id: newId(),
    title: name,
    slug,
    access: "public",
    locale: "en",
    status: "published",
    publishedAt: now(),
  } as const;
  await insertPost(
    scope,
    { ...post, searchTerms: [], bodyHtml: name, categoryId: category.id, authorMemberId: memberId },
    now(),
  );

  const onPost = { commentableType: "post", commentableId: post.id, authorId: memberId, body: name } as const;
  const comment = await insertComment(scope, { ...onPost, id: newId(), authorRole: "student" }, now());
  await insertComment(scope, { ...onPost, id: newId(), authorRole: "owner", parent: comment }, now());
  const like = { siteId: site.id, commentId: comment.id, memberId, createdAt: now() };
  await database.run`insert into comment_likes ${rows(like)}`;

  const page = {
    id: newId(),
    title: name,
    path: `/${slug}`,
    pageType: "content",
    locale: "en",
  } as const;
  await insertPage(scope, { ...page, searchTerms: [], bodyMarkdown: name, bodyHtml: name }, now());
  await insertRevision(scope, newId(), { ...page, revision: 1, bodyMarkdown: name }, memberId, now());

  const form = {
    ...named(),
    status: "open" as const,
    fields: [{ handle: "name", label: name, kind: "text" as const, required: true }],
  };
  await insertForm(scope, form, now());
  await insertFormSubmission(scope, { id: newId(), formId: form.id, memberId, answers: { name } }, now());
}
