import type { FastifyInstance, FastifyReply } from "fastify";
import {
  deletePostComment,
  editPostComment,
  likePostComment,
  showPostComments,
  writePostComment,
} from "#domain/public-catalog/posts/post-comments.ts";
import { showPageContent } from "#domain/public-catalog/pages/page-content.ts";
import { showPost } from "#domain/public-catalog/posts/posts.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Form } from "#oauth/form.ts";
import { perform } from "#domain/platform/operation.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import {
  actOnDiscussion,
  discussionViewOf,
  type DiscussionQuery,
  positionIn,
  statusOfRefusal,
} from "../responses/discussion.ts";
import { signInFor } from "../sign-in/return-to.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { markDraftSaved } from "../islands/saved-drafts.ts";
import { keptFor } from "../responses/keeper.ts";
import { withStudentModule } from "../responses/student-policy.ts";
import type { DiscussionView, RefusedComment } from "../views/parts/discussion-view.ts";
import { postPage } from "../views/public/post.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "./page-request.ts";
import { publicRoutes } from "./public-routes.ts";
import { sendPublicPage } from "./send.ts";

interface Address {
  slug: string;
  comment?: string | undefined;
}

/** Reads the discussion of a post. Null if the post has none. */
export async function readPostDiscussion(
  { context, page, session }: PublicPageRequest,
  slug: string,
  query: DiscussionQuery,
  refused?: RefusedComment,
): Promise<DiscussionView | null> {
  const found = await perform(showPostComments, context, { post: slug, ...positionIn(query) });
  if (!found) return null;
  const here = `/posts/${slug}`;
  const signIn = session ? null : signInFor({ method: "GET", url: here });
  const kept = session && !page.viewing ? keptFor({ context, session }) : undefined;
  const shown = {
    csrf: page.csrf ?? "",
    here,
    mayWrite: found.mayWrite,
    signIn,
    query,
    refused,
    kept,
    now: session ? context.now : null,
  };
  return discussionViewOf(found, shown);
}

/** POST /posts/{slug}/comments and …/comments/{comment}: write, reply, edit, delete and moderate. */
export function postCommentForms(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const { postForm } = publicRoutes(openPageRequest).extend<PublicPageRequest>(async (pageRequest, show) => {
    const { page, session } = pageRequest;
    if (session) return show(pageRequest);
    const signIn = signInFor({ method: "GET", url: addressOf(paramsOf(pageRequest)) });
    return askToSignIn({ ...pageRequest, csrf: page.csrf ?? "", timeZone: page.timeZone }, signIn);
  });

  postForm(app, { path: "/posts/:slug/comments", formAt }, submit);
  postForm(app, { path: "/posts/:slug/comments/:comment", formAt }, submit);
}

const submit = async (pageRequest: PublicPageRequest, form: Form): Promise<FastifyReply> => {
  const { slug, comment } = paramsOf(pageRequest);
  const here = addressOf({ slug });
  const { context, reply, request } = pageRequest;
  const operations = {
    write: writePostComment,
    edit: editPostComment,
    remove: deletePostComment,
    like: likePostComment,
  };
  const result = await actOnDiscussion(context, form, { ...operations, subject: { post: slug }, here }, comment);
  if (typeof result !== "string") return sendRefused(pageRequest, slug, comment, result);
  markDraftSaved(pageRequest, fieldsOf(request));
  return reply.redirect(result, 303);
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The parameters of both paths.
const paramsOf = ({ request }: PublicPageRequest) => request.params as Address;

const addressOf = ({ slug }: Pick<Address, "slug">): string => `/posts/${encodeURIComponent(slug)}`;

const formAt = ({ slug, comment }: Address): string =>
  comment ? `${addressOf({ slug })}?comment=${encodeURIComponent(comment)}` : addressOf({ slug });

/** Members comment on posts: the page keeps what they have not sent. */
export const policyOfPost = ({ context, session, page }: PublicPageRequest): string[] =>
  session && !page.viewing ? withStudentModule([], context.site) : [];

async function sendRefused(
  pageRequest: PublicPageRequest,
  slug: string,
  comment: string | undefined,
  refused: RefusedComment,
): Promise<FastifyReply> {
  const { context, reply, page } = pageRequest;
  const post = await perform(showPost, context, { post: slug });
  const presented = await perform(showPageContent, context, { kind: "post", id: formatId("post", post.id) });
  const discussion = await readPostDiscussion(pageRequest, post.slug, comment ? { comment } : {}, refused);
  reply.status(statusOfRefusal(refused, reply));
  const shown = postPage(page, { post, presented: { ...presented, indexed: false }, discussion });
  return sendPublicPage(pageRequest, shown, undefined, [], policyOfPost(pageRequest));
}
