import { html, raw } from "hono/html";

import type { Role } from "#access/roles.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { button, hidden, notice, problem } from "./fields.ts";
import { fillPlain, foreign, type Markup } from "./markup.ts";
import { keptIsland } from "./student-islands.ts";

type Text = Catalogue["discussion"];

/** A comment with its encoded id: `cmt_…`. */
export type CommentView = {
  id: string;
  /** Null if the author has no name. */
  authorName: string | null;
  authorRole: Role;
  body: string;
  status: keyof Text["status"];
  createdAt: Date;
  editedAt: Date | null;
  version: number;
  isOwn: boolean;
  isDeleted: boolean;
};

export type DiscussionView = {
  csrf: string;
  /** Path of the page. */
  here: string;
  threads: readonly (CommentView & { replies: readonly CommentView[]; hasMoreReplies: boolean })[];
  /** True if only one thread is listed. */
  isOneThread: boolean;
  /** URL of the next page. */
  next: string | undefined;
  moderates: boolean;
  mayWrite: boolean;
  /** URL of the sign-in page, for visitors. */
  signIn: string | null;
  /** Undefined where the browser keeps nothing. */
  kept: { keeper: string; cookie: string } | undefined;
  notice: DiscussionNotice | undefined;
  refused: RefusedComment | undefined;
};

export type DiscussionNotice = keyof Text["notice"];

/** A rejected form with the entered text. `commentId`: the comment that is replied to or edited. */
export type RefusedComment = {
  act: "write" | "reply" | "edit";
  commentId: string | undefined;
  problem: keyof Text["problem"];
  typed: string;
};

type Written = (at: Date) => Markup;

/** URL of a comment on the page. */
const linkTo = (here: string, id: string): string => `${here}?comment=${id}#${id}`;

/** The discussion below a lecture or a post: threads with one level of replies. `written` formats the date. */
export const discussion = (locale: Locale, view: DiscussionView, written: Written): Markup => {
  const { discussion: text } = textFor(locale);
  const { threads, isOneThread, here, next, refused } = view;
  return html`<section class="discussion" id="discussion" aria-labelledby="discussion-title">
    <h2 id="discussion-title">${text.title}</h2>
    ${view.notice ? notice(text.notice[view.notice]) : raw("")}
    ${isOneThread ? html`<p class="back"><a href="${here}#discussion">${text.all}</a></p>` : raw("")}
    ${threads.length === 0 ? html`<p class="prose soft">${text.none} ${view.mayWrite ? text.invitation : ""}</p>` : raw("")}
    ${isOneThread && refused?.act !== "write" ? raw("") : writing(locale, view)}
    ${
      threads.length === 0
        ? raw("")
        : html`<ul class="threads">
            ${threads.map((thread) => threadOf(locale, view, thread, written))}
          </ul>`
    }
    ${
      next === undefined
        ? raw("")
        : html`<p class="ways"><a href="${next}">${isOneThread ? text.moreOfThread : text.older}</a></p>`
    }
  </section>`;
};

/** Form for a new comment, or a link to sign in. */
const writing = (locale: Locale, view: DiscussionView): Markup => {
  const { discussion: text } = textFor(locale);
  const { here, csrf, mayWrite, signIn } = view;
  if (!mayWrite) return signIn === null ? raw("") : html`<p class="ways"><a href="${signIn}">${text.signIn}</a></p>`;
  const refused = view.refused?.act === "write" ? view.refused : undefined;
  return html`<form method="post" action="${here}/comments#problem" class="stack">
    ${hidden("csrf", csrf)} ${area(locale, { id: "body", name: "body", label: text.write, value: "", refused })}
    ${view.kept ? keptIsland(view.kept, here) : raw("")}
    <div>${button(text.post, { look: "primary" })}</div>
  </form>`;
};

const area = (
  locale: Locale,
  input: { id: string; name: string; label: string; value: string; refused: RefusedComment | undefined },
): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, name, label, value, refused } = input;
  // HTML parsers drop a leading newline (HTML §13.1.2.5).
  return html`${refused ? problem("problem", text.problem[refused.problem]) : raw("")}
    <div class="field">
      <label for="${id}">${label}</label>
      <textarea
        id="${id}"
        name="${name}"
        rows="3"
        maxlength="5000"
        required
        dir="auto"
        ${refused ? raw('aria-invalid="true" aria-describedby="problem"') : raw("")}
      >
${refused?.typed ?? value}</textarea>
    </div>`;
};

const threadOf = (
  locale: Locale,
  view: DiscussionView,
  thread: DiscussionView["threads"][number],
  written: Written,
): Markup => {
  const { discussion: text } = textFor(locale);
  const { replies, hasMoreReplies } = thread;
  return html`<li>
    ${comment(locale, view, thread, { written, isThread: true })}
    ${
      replies.length === 0
        ? raw("")
        : html`<ul class="replies">
            ${replies.map((reply) => html`<li>${comment(locale, view, reply, { written, isThread: false })}</li>`)}
          </ul>`
    }
    ${
      hasMoreReplies
        ? html`<p class="ways"><a href="${linkTo(view.here, thread.id)}">${text.moreReplies}</a></p>`
        : raw("")
    }
  </li>`;
};

const comment = (
  locale: Locale,
  view: DiscussionView,
  comment: CommentView,
  { written, isThread }: { written: Written; isThread: boolean },
): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, body, status, isDeleted } = comment;
  if (isDeleted) return html`<article class="comment" id="${id}"><p class="soft">${text.deleted}</p></article>`;
  return html`<article class="comment" id="${id}">
    ${byline(locale, view, comment, written)}
    <p class="foreign work" dir="auto">${body}</p>
    ${status === "visible" ? raw("") : html`<p class="soft">${text.statusHint[status]}</p>`}
    ${view.mayWrite ? acts(locale, view, comment, isThread) : raw("")}
  </article>`;
};

const byline = (locale: Locale, { here }: DiscussionView, comment: CommentView, written: Written): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, authorName, authorRole, createdAt, editedAt } = comment;
  return html`<p class="byline">
    <strong>${authorName === null ? text.unnamed : foreign(authorName)}</strong>
    ${authorRole === "student" ? raw("") : html`<span class="role">${text.role[authorRole]}</span>`}
    <span class="soft">
      <a href="${linkTo(here, id)}" title="${text.permalink}">${written(createdAt)}</a
      >${editedAt ? html` · ${text.edited}` : raw("")}
    </span>
  </p>`;
};

/** Forms of a comment. Each posts `act`, and `reply` or `edit` with the text. */
const acts = (locale: Locale, view: DiscussionView, comment: CommentView, isThread: boolean): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, status, isOwn, body } = comment;
  const author = comment.authorName ?? text.unnamed;
  const spoken = (act: string) => fillPlain(text.actOn, { act, author });
  const refusedFor = (act: RefusedComment["act"]) =>
    view.refused?.act === act && view.refused.commentId === id ? view.refused : undefined;
  const mayReply = isThread && (status === "visible" || view.moderates);
  const textForm = (act: "reply" | "edit", label: string, submit: string, value: string) =>
    html`<form method="post" action="${view.here}/comments/${id}#problem" class="stack">
      ${hidden("csrf", view.csrf)} ${hidden("act", act)}
      ${area(locale, { id: `${act}-${id}`, name: act, label, value, refused: refusedFor(act) })}
      ${view.kept ? keptIsland(view.kept, `${view.here} ${act} ${id}`) : raw("")}
      <div>${button(submit, { look: "primary" })}</div>
    </form>`;
  return html`<div class="acts">
    ${
      mayReply
        ? disclosure(
            text.reply,
            fillPlain(text.replyTo, { author }),
            refusedFor("reply") !== undefined,
            textForm("reply", text.yourReply, text.postReply, ""),
          )
        : raw("")
    }
    ${isOwn ? disclosure(text.edit, spoken(text.edit), refusedFor("edit") !== undefined, textForm("edit", text.write, text.save, body)) : raw("")}
    ${isOwn || view.moderates ? disclosure(text.delete, spoken(text.delete), false, deletion(locale, view, comment)) : raw("")}
    ${view.moderates ? decision(locale, view, comment) : raw("")}
  </div>`;
};

const disclosure = (label: string, spoken: string, isOpen: boolean, content: Markup): Markup =>
  html`<details ${isOpen ? raw("open") : raw("")}>
    <summary aria-label="${spoken}">${label}</summary>
    ${content}
  </details>`;

const deletion = (locale: Locale, { csrf, here }: DiscussionView, { id, isOwn, version }: CommentView): Markup => {
  const { discussion: text } = textFor(locale);
  return html`<form method="post" action="${here}/comments/${id}" class="stack">
    ${hidden("csrf", csrf)} ${hidden("act", isOwn ? "delete" : "remove")} ${hidden("version", String(version))}
    <p>${text.deletion}</p>
    <div>${button(text.delete, { look: "danger" })}</div>
  </form>`;
};

/** Button to hide or show a comment. */
const decision = (locale: Locale, { csrf, here }: DiscussionView, comment: CommentView): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, status, version, authorName } = comment;
  const act = status === "visible" ? "hide" : "show";
  const spoken = fillPlain(text.actOn, { act: text[act], author: authorName ?? text.unnamed });
  return html`<form method="post" action="${here}/comments/${id}" class="decision">
    ${hidden("csrf", csrf)} ${hidden("version", String(version))}
    ${button(text[act], { look: "plain", name: "act", value: act, spoken })}
  </form>`;
};
