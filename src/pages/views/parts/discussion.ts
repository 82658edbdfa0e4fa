import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { comment, linkTo } from "./comment.ts";
import { commentField } from "./comment-field.ts";
import type { DiscussionView, FormatTime } from "./discussion-view.ts";
import { button, hidden, notice } from "./fields.ts";
import type { Markup } from "./markup.ts";
import { keptIsland } from "./student-islands.ts";

/** The discussion below a lecture or a post: threads with one level of replies. */
export const discussion = (locale: Locale, view: DiscussionView, formatTime: FormatTime): Markup => {
  const { discussion: text } = textFor(locale);
  const { threads, isOneThread, here, next, refused } = view;
  return html`<section class="discussion" id="discussion" aria-labelledby="discussion-title">
    <h2 id="discussion-title">${text.title}</h2>
    ${view.notice && notice(text.notice[view.notice])} ${view.ofLecture && following(locale, view, view.ofLecture)}
    ${isOneThread && html`<p class="back"><a href="${here}#discussion">${text.all}</a></p>`}
    ${threads.length === 0 && html`<p class="prose soft">${text.none} ${view.mayWrite ? text.invitation : ""}</p>`}
    ${!(isOneThread && refused?.act !== "write") && writing(locale, view)}
    ${
      threads.length !== 0 &&
      html`<ul class="threads">
        ${threads.map((thread) => threadOf(locale, view, thread, formatTime))}
      </ul>`
    }
    ${
      next !== undefined &&
      html`<p class="ways"><a href="${next}">${isOneThread ? text.moreOfThread : text.older}</a></p>`
    }
  </section>`;
};

/** Button to follow the discussion or to stop, and the link to the discussions of the course. */
const following = (
  locale: Locale,
  { here, csrf }: DiscussionView,
  { isFollowing, courseDiscussion }: NonNullable<DiscussionView["ofLecture"]>,
): Markup => {
  const { discussion: text } = textFor(locale);
  const act = isFollowing ? "unfollow" : "follow";
  return html`<div class="to-follow">
    <form method="post" action="${here}/comments">
      ${hidden("csrf", csrf)} ${button(text[act], { look: "secondary", name: "act", value: act })}
    </form>
    <p class="soft">
      ${isFollowing ? text.following : text.notFollowing} <a href="${courseDiscussion}">${text.ofCourse}</a>
    </p>
  </div>`;
};

/** Form for a new comment, or a link to sign in. */
const writing = (locale: Locale, view: DiscussionView): Markup => {
  const { discussion: text } = textFor(locale);
  const { here, csrf, mayWrite, signIn } = view;
  if (!mayWrite) return signIn === null ? raw("") : html`<p class="ways"><a href="${signIn}">${text.signIn}</a></p>`;
  const refused = view.refused?.act === "write" ? view.refused : undefined;
  return html`<form method="post" action="${here}/comments#problem" class="stack">
    ${hidden("csrf", csrf)}
    ${commentField(locale, {
      id: "body",
      name: "body",
      label: text.write,
      value: "",
      hint: view.ofLecture ? text.writeHint : text.writeHintPlain,
      refused,
    })}
    ${view.kept && keptIsland(view.kept, here)}
    <div>${button(text.post, { look: "primary" })}</div>
  </form>`;
};

const threadOf = (
  locale: Locale,
  view: DiscussionView,
  thread: DiscussionView["threads"][number],
  formatTime: FormatTime,
): Markup => {
  const { discussion: text } = textFor(locale);
  const { replies, hasMoreReplies } = thread;
  return html`<li>
    ${comment(locale, view, thread, { formatTime, isThread: true })}
    ${
      replies.length !== 0 &&
      html`<ul class="replies">
        ${replies.map((reply) => html`<li>${comment(locale, view, reply, { formatTime, isThread: false })}</li>`)}
      </ul>`
    }
    ${hasMoreReplies && html`<p class="ways"><a href="${linkTo(view.here, thread.id)}">${text.moreReplies}</a></p>`}
  </li>`;
};
