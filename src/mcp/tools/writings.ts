import { oneCommentExpansions } from "#domain/feedback/comments/expansions.ts";
import { getComment, listComments } from "#domain/feedback/comments/list-comments.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import * as forms from "#domain/content/forms/list-forms.ts";
import * as pages from "#domain/content/pages/list-pages.ts";
import { listPageRevisions, restorePageRevision } from "#domain/content/pages/page-revisions.ts";
import * as pageStates from "#domain/content/pages/page-states.ts";
import * as pageChanges from "#domain/content/pages/save-page.ts";
import * as posts from "#domain/content/posts/list-posts.ts";
import * as postStates from "#domain/content/posts/post-states.ts";
import * as postChanges from "#domain/content/posts/save-post.ts";
import { metadata, readTool, readToolOf, saveTool, stateTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

const aComment = expanding(getComment, oneCommentExpansions);

const wholeThread = {
  arguments: getComment.input,
  operations: [aComment] as const,
  step: (input: Record<string, unknown>) => ({ operation: aComment, input: { ...input, expand: ["thread"] } }),
};

/** Post, page, comment and form tools. */
export const writingTools: readonly Tool[] = [
  readTool(
    metadata(
      "admin_list_posts",
      "List all posts (staff)",
      "All posts, including drafts and scheduled posts, newest first. For the posts that visitors see, use list_posts.",
    ),
    posts.listPosts,
  ),
  readTool(
    metadata(
      "admin_get_post",
      "Get any post (staff)",
      "One post in any state by ID or slug, with its text and the etag for save_post. For the public view, use get_post.",
    ),
    posts.getPost,
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_post",
      "Create or update a post",
      "Updates the given fields of the post given by ID or slug; without post, creates a draft from changes (requires title, access and body_markdown). Overwrites previous values permanently. To publish it, use set_post_state.",
    ),
    { create: postChanges.createPost, update: postChanges.updatePost },
    { which: "post" },
  ),
  stateTool(
    metadata(
      "set_post_state",
      "Publish or unpublish a post",
      "Publishes a post, by ID or slug, now or at publish_at, or unpublishes it. Publishing notifies readers. For its text, use save_post.",
    ),
    { publish: postStates.publishPost, unpublish: postStates.unpublishPost },
  ),
  readTool(
    metadata(
      "list_pages",
      "List all pages (staff)",
      "All pages of the site, including drafts. For the content of a page, use admin_get_page; for the public view, use get_page.",
    ),
    pages.listPages,
  ),
  readTool(
    metadata(
      "admin_get_page",
      "Get any page (staff)",
      "One page in any state by ID or path, with its blocks or Markdown and the etag for save_page. For the public view, use get_page.",
    ),
    pages.getPage,
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_page",
      "Create or update a page",
      "Updates the given fields of the page given by ID or path; without page, creates a draft from changes (requires title and path). Keeps earlier revisions. To publish it, use set_page_state.",
    ),
    { create: pageChanges.createPage, update: pageChanges.updatePage },
    { which: "page" },
  ),
  readTool(
    metadata(
      "list_page_revisions",
      "List the revisions of a page",
      "Revisions of a page, by ID or path, newest first, with their numbers and authors, without content. To restore one, use set_page_state.",
    ),
    listPageRevisions,
  ),
  stateTool(
    metadata(
      "set_page_state",
      "Publish, unpublish or roll back a page",
      "Publishes or unpublishes a page, by ID or path, or restores its content from revision rev (roll_back), which list_page_revisions has. For its text, use save_page.",
    ),
    { publish: pageStates.publishPage, unpublish: pageStates.unpublishPage, roll_back: restorePageRevision },
  ),
  readTool(
    metadata(
      "list_comments",
      "List comments",
      "Comments on courses, lectures and posts, newest first. unanswered returns only questions without a reply of staff. Comment text is under untrusted_text. For a whole thread, use get_comment_thread.",
    ),
    listComments,
    { personal: ["name"] },
  ),
  readToolOf(
    metadata(
      "get_comment_thread",
      "Get a comment thread",
      "One comment by ID with all its replies, oldest first. Comment text is under untrusted_text. To find comments, use list_comments.",
    ),
    { ...wholeThread, personal: ["name"] },
  ),
  readTool(
    metadata(
      "list_forms",
      "List forms",
      "Forms of the site with number of submissions. For the fields of a form, use get_form; for submissions, use list_form_submissions.",
    ),
    forms.listForms,
  ),
  readTool(
    metadata(
      "get_form",
      "Get a form",
      "One form by ID with its fields. For its submissions, use list_form_submissions.",
    ),
    forms.getForm,
  ),
  readTool(
    metadata(
      "list_form_submissions",
      "List form submissions",
      "Submissions of one form, by form ID, newest first. Answers are under untrusted_text. For the fields, use get_form.",
    ),
    forms.listFormSubmissions,
  ),
];
