import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { avatar } from "./avatar.ts";
import { commentField } from "./comment-field.ts";
import type { CommentView, DiscussionView, RefusedComment, FormatTime } from "./discussion-view.ts";
import { button, hidden } from "./fields.ts";
import { fillPlain, foreign, type Markup } from "./markup.ts";
import { sanitizedHtml } from "./sanitized-html.ts";
import { keptIsland } from "./student-islands.ts";

/** URL of a comment on the page. */
export const linkTo = (here: string, id: string): string => `${here}?comment=${id}#${id}`;

export const comment = (
  locale: Locale,
  view: DiscussionView,
  comment: CommentView,
  { formatTime, isThread }: { formatTime: FormatTime; isThread: boolean },
): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, status, isDeleted, authorName, authorPictureUrl, authorTone } = comment;
  if (isDeleted) return html`<article class="comment" id="${id}"><p class="soft">${text.deleted}</p></article>`;
  return html`<article class="comment" id="${id}">
    ${avatar({ name: authorName, pictureUrl: authorPictureUrl, tone: authorTone })}
    <div class="saying">
      ${byline(locale, view, comment, formatTime)} ${bodyOf(comment)}
      ${status !== "visible" && html`<p class="soft">${text.statusHint[status]}</p>`}
      ${view.mayWrite ? acts(locale, view, comment, isThread) : likes(locale, comment)}
    </div>
  </article>`;
};

const bodyOf = ({ html: stored, body }: CommentView): Markup =>
  stored === null
    ? html`<p class="foreign work" dir="auto">${linkedText(body)}</p>`
    : html`<div class="foreign marked-up" dir="auto">${sanitizedHtml(stored)}</div>`;

const likes = (locale: Locale, { likeCount }: CommentView): Markup =>
  likeCount === 0
    ? raw("")
    : html`<p class="soft likes">${fillPlain(textFor(locale).discussion.likes, { count: String(likeCount) })}</p>`;

/** Button to like the comment of another person, or to take the like back. */
const liking = (locale: Locale, { csrf, here, at }: DiscussionView, comment: CommentView): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, status, isOwn, isLiked, likeCount, authorName } = comment;
  if (isOwn || status !== "visible") return likes(locale, comment);
  const label = `${isLiked ? text.liked : text.like}${likeCount === 0 ? "" : ` · ${likeCount}`}`;
  const spoken = fillPlain(text.actOn, { act: label, author: authorName ?? text.unnamed });
  return html`<form method="post" action="${here}/comments/${id}" class="decision${isLiked ? " liked" : ""}">
    ${hidden("csrf", csrf)} ${hidden("at", at)}
    ${button(label, { look: "plain", name: "act", value: isLiked ? "unlike" : "like", spoken })}
  </form>`;
};

const byline = (locale: Locale, { here }: DiscussionView, comment: CommentView, formatTime: FormatTime): Markup => {
  const { discussion: text } = textFor(locale);
  const { id, authorName, authorRole, createdAt, editedAt } = comment;
  return html`<p class="byline">
    <strong>${authorName === null ? text.unnamed : foreign(authorName)}</strong>
    ${authorRole !== "student" && html`<span class="role">${text.role[authorRole]}</span>`}
    <span class="soft">
      <a href="${linkTo(here, id)}" title="${text.permalink}">${formatTime(createdAt)}</a
      >${editedAt && html` · ${text.edited}`}
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
      ${commentField(locale, { id: `${act}-${id}`, name: act, label, value, hint: undefined, refused: refusedFor(act) })}
      ${view.kept && keptIsland(view.kept, `${view.here} ${act} ${id}`)}
      <div>${button(submit, { look: "primary" })}</div>
    </form>`;
  return html`<div class="acts-on-comment">
    ${liking(locale, view, comment)}
    ${
      mayReply &&
      disclosure(
        text.reply,
        fillPlain(text.replyTo, { author }),
        refusedFor("reply") !== undefined,
        textForm("reply", text.yourReply, text.postReply, ""),
      )
    }
    ${isOwn && disclosure(text.edit, spoken(text.edit), refusedFor("edit") !== undefined, textForm("edit", text.write, text.save, body))}
    ${(isOwn || view.moderates) && disclosure(text.delete, spoken(text.delete), false, deletion(locale, view, comment))}
    ${view.moderates && decision(locale, view, comment)}
  </div>`;
};

const disclosure = (label: string, spoken: string, isOpen: boolean, content: Markup): Markup =>
  html`<details ${isOpen && raw("open")}>
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

const address = /(https?:\/\/[^\s<>"'`]{1,2000})/g;

/** Plain text whose web addresses are links. Members vouch for nothing. */
const linkedText = (text: string): Markup =>
  html`${text.split(address).map((part, index) => (index % 2 === 0 ? part : link(part)))}`;

function link(found: string): Markup {
  // A sentence that ends with an address.
  const href = found.replace(/[.,;:!?)\]。，；：！？）」]{1,20}$/u, "");
  const afterAddress = found.slice(href.length);
  return html`${URL.canParse(href) ? html`<a href="${href}" rel="nofollow ugc noopener">${href}</a>` : href}${afterAddress}`;
}
