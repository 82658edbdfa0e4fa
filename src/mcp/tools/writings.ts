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
import { readTool, readToolOf, saveTool, stateTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

const aComment = expanding(getComment, oneCommentExpansions);

/** Post, page, comment and form tools. */
export const writingTools: readonly Tool[] = [
  readTool({
    name: "admin_list_posts",
    title: "List all posts (staff)",
    description:
      "All posts, including drafts and scheduled posts, newest first. For the posts that visitors see, use list_posts.",
    operation: posts.listPosts,
  }),
  readTool({
    name: "admin_get_post",
    title: "Get any post (staff)",
    description:
      "One post in any state by ID or slug, with its text and the etag for save_post. For the public view, use get_post.",
    operation: posts.getPost,
  }),
  saveTool({
    name: "save_post",
    title: "Create or update a post",
    description:
      "Updates the given fields of the post given by ID or slug; without post, creates a draft from changes (requires title, access and body_markdown). Overwrites previous values permanently. To publish it, use set_post_state.",
    create: postChanges.createPost,
    update: postChanges.updatePost,
    which: "post",
  }),
  stateTool({
    name: "set_post_state",
    title: "Publish or unpublish a post",
    description:
      "Publishes a post, by ID or slug, now or at publish_at, or unpublishes it. Publishing notifies readers. For its text, use save_post.",
    steps: { publish: postStates.publishPost, unpublish: postStates.unpublishPost },
  }),
  readTool({
    name: "list_pages",
    title: "List all pages (staff)",
    description:
      "All pages of the site, including drafts. For the content of a page, use admin_get_page; for the public view, use get_page.",
    operation: pages.listPages,
  }),
  readTool({
    name: "admin_get_page",
    title: "Get any page (staff)",
    description:
      "One page in any state by ID or path, with its blocks or Markdown and the etag for save_page. For the public view, use get_page.",
    operation: pages.getPage,
  }),
  saveTool({
    name: "save_page",
    title: "Create or update a page",
    description:
      "Updates the given fields of the page given by ID or path; without page, creates a draft from changes (requires title and path). Keeps earlier revisions. To publish it, use set_page_state.",
    create: pageChanges.createPage,
    update: pageChanges.updatePage,
    which: "page",
  }),
  readTool({
    name: "list_page_revisions",
    title: "List the revisions of a page",
    description:
      "Revisions of a page, by ID or path, newest first, with their numbers and authors, without content. To restore one, use set_page_state.",
    operation: listPageRevisions,
  }),
  stateTool({
    name: "set_page_state",
    title: "Publish, unpublish or roll back a page",
    description:
      "Publishes or unpublishes a page, by ID or path, or restores its content from revision rev (roll_back), which list_page_revisions has. For its text, use save_page.",
    steps: { publish: pageStates.publishPage, unpublish: pageStates.unpublishPage, roll_back: restorePageRevision },
  }),
  readTool({
    name: "list_comments",
    title: "List comments",
    description:
      "Comments on courses, lectures and posts, newest first. unanswered returns only questions without a reply of staff. Comment text is under untrusted_text. For a whole thread, use get_comment_thread.",
    operation: listComments,
    personal: ["name"],
  }),
  readToolOf({
    name: "get_comment_thread",
    title: "Get a comment thread",
    description:
      "One comment by ID with all its replies, oldest first. Comment text is under untrusted_text. To find comments, use list_comments.",
    arguments: getComment.input,
    operations: [aComment],
    step: (input) => ({ operation: aComment, input: { ...input, expand: ["thread"] } }),
    personal: ["name"],
  }),
  readTool({
    name: "list_forms",
    title: "List forms",
    description:
      "Forms of the site with number of submissions. For the fields of a form, use get_form; for submissions, use list_form_submissions.",
    operation: forms.listForms,
  }),
  readTool({
    name: "get_form",
    title: "Get a form",
    description: "One form by ID with its fields. For its submissions, use list_form_submissions.",
    operation: forms.getForm,
    // No tool changes forms.
    versioned: false,
  }),
  readTool({
    name: "list_form_submissions",
    title: "List form submissions",
    description:
      "Submissions of one form, by form ID, newest first. Answers are under untrusted_text. For the fields, use get_form.",
    operation: forms.listFormSubmissions,
  }),
];
