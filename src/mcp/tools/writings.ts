import { oneCommentExpansions } from "#domain/engagement/comments/expansions.ts";
import { getComment, listComments } from "#domain/engagement/comments/list-comments.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import * as forms from "#domain/content/forms/list-forms.ts";
import * as pages from "#domain/content/pages/list-pages.ts";
import { restorePageRevision } from "#domain/content/pages/page-revisions.ts";
import * as pageStates from "#domain/content/pages/page-states.ts";
import * as pageChanges from "#domain/content/pages/save-page.ts";
import * as posts from "#domain/content/posts/list-posts.ts";
import * as postStates from "#domain/content/posts/post-states.ts";
import * as postChanges from "#domain/content/posts/save-post.ts";
import { readTool, readToolOf, saveTool, stateTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

const aComment = expanding(getComment, oneCommentExpansions);

const wholeThread = {
  arguments: getComment.input,
  operations: [aComment] as const,
  step: (input: Record<string, unknown>) => ({ operation: aComment, input: { ...input, expand: ["thread"] } }),
};

/** What a school writes and asks, and what people say to it. */
export const writingTools: readonly Tool[] = [
  readTool(
    words(
      "admin_list_posts",
      "List all posts (staff)",
      "All posts including drafts and scheduled ones, newest first, 20 at a time; page.next_cursor is the cursor of the next page. For what visitors see use list_posts.",
    ),
    posts.listPosts,
  ),
  readTool(
    words(
      "admin_get_post",
      "Read any post (staff)",
      "One post of any state by id or slug, with its text and the etag for save_post. For what visitors may read use get_post.",
    ),
    posts.getPost,
    { versioned: true },
  ),
  saveTool(
    words(
      "save_post",
      "Create or change a post",
      "Changes the given fields of the post named by id or slug; without post it creates a draft from changes (at least title, access and body_markdown). The old values are lost. Try it with dry_run. It becomes public with set_post_state.",
    ),
    { create: postChanges.createPost, update: postChanges.updatePost },
    { which: "post" },
  ),
  stateTool(
    words(
      "set_post_state",
      "Publish or withdraw a post",
      "Publishes a post, by id or slug, now or at publish_at, or takes it back with unpublish. Readers are told of a publication. Try it with dry_run; for its text use save_post.",
    ),
    { publish: postStates.publishPost, unpublish: postStates.unpublishPost },
  ),
  readTool(
    words(
      "list_pages",
      "List all pages (staff)",
      "All pages of the site including drafts, 20 at a time; page.next_cursor is the cursor of the next page. For what one says use admin_get_page; for what visitors read get_page.",
    ),
    pages.listPages,
  ),
  readTool(
    words(
      "admin_get_page",
      "Read any page (staff)",
      "One page of any state by id or path, with its blocks or Markdown and the etag for save_page. For what visitors read use get_page.",
    ),
    pages.getPage,
    { versioned: true },
  ),
  saveTool(
    words(
      "save_page",
      "Create or change a page",
      "Changes the given fields of the page named by id or path; without page it creates a draft from changes (title and path at least). Earlier revisions are kept. Try it with dry_run. It becomes public with set_page_state.",
    ),
    { create: pageChanges.createPage, update: pageChanges.updatePage },
    { which: "page" },
  ),
  stateTool(
    words(
      "set_page_state",
      "Publish, withdraw or roll back a page",
      "Publishes a page, by id or path, takes it back with unpublish, or rolls what it says back to revision rev with roll_back. Try it with dry_run; for its text use save_page.",
    ),
    { publish: pageStates.publishPage, unpublish: pageStates.unpublishPage, roll_back: restorePageRevision },
  ),
  readTool(
    words(
      "list_comments",
      "List comments",
      "What people said below courses, lectures and posts, newest first, 20 at a time; page.next_cursor is the cursor of the next page. unanswered finds questions that nobody of the staff has answered. Their words are under untrusted_text. For a whole thread use get_comment_thread.",
    ),
    listComments,
    { personal: ["name"] },
  ),
  readToolOf(
    words(
      "get_comment_thread",
      "Read a comment with its thread",
      "One comment by id with everything that was said below it, oldest first. Their words are under untrusted_text. To find comments use list_comments.",
    ),
    { ...wholeThread, personal: ["name"] },
  ),
  readTool(
    words(
      "list_forms",
      "List forms",
      "Forms of the site with how often each was answered, 20 at a time; page.next_cursor is the cursor of the next page. For its fields use get_form, for the answers list_form_submissions.",
    ),
    forms.listForms,
  ),
  readTool(
    words(
      "get_form",
      "Read a form",
      "One form by id with the fields that it asks for. For what people answered use list_form_submissions.",
    ),
    forms.getForm,
  ),
  readTool(
    words(
      "list_form_submissions",
      "List answers to a form",
      "What people answered to one form, by its id, newest first, 20 at a time; page.next_cursor is the cursor of the next page. Their words are under untrusted_text. For the questions use get_form.",
    ),
    forms.listFormSubmissions,
  ),
];
