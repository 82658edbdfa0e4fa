import { html } from "hono/html";
import type * as z from "zod";
import type { showPost } from "#domain/public-catalog/posts/posts.ts";
import { textFor } from "../../text/catalogue.ts";
import { discussion } from "../parts/discussion.ts";
import type { DiscussionView } from "../parts/discussion-view.ts";
import { studentModule } from "../parts/student-islands.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { language, pathOf } from "./cards.ts";
import { topics } from "./course.ts";
import { day, writtenAt } from "../parts/dates.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, crumbTrail, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { breadcrumbList, organization } from "./structured-data.ts";

type Post = z.output<typeof showPost.output>;

/** Post page, or its excerpt with the required access. */
export const postPage = (
  page: PublicContext,
  { post, presented, discussion: thread }: { post: Post; presented: PageContent; discussion: DiscussionView | null },
): string => {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds.posts, "/posts");
  const path = pathOf(post.url);
  return publicLayout(page, {
    ...seoOf(presented, { title: post.title, description: post.excerpt, path, image: post.coverUrl }),
    markdown: `${path}.md`,
    kind: "article",
    data: [
      {
        "@type": "BlogPosting",
        headline: post.title,
        description: post.excerpt ?? undefined,
        url: post.url,
        datePublished: post.publishedAt.toISOString(),
        dateModified: presented.updatedAt.toISOString(),
        inLanguage: post.locale,
        author: post.author === null ? organization(page.site) : { "@type": "Person", name: post.author },
        publisher: organization(page.site),
        image: post.coverUrl ?? undefined,
        isAccessibleForFree: post.access === "public",
      },
      breadcrumbList(page.site.origin, [...above, { name: post.title, path }]),
    ],
    content: html`<div class="wrap page">
      <article class="column">
        <header>
          ${crumbTrail(page, above)}
          <h1 class="foreign" ${language(post.locale)}>${post.title}</h1>
          ${facts(page, post)}
          ${post.excerpt && html`<p class="lead foreign" ${language(post.locale)}>${post.excerpt}</p>`}
        </header>
        ${post.coverUrl && html`<img class="wide-cover" src="${post.coverUrl}" alt="" fetchpriority="high" />`}
        ${post.withheld === null ? storedHtml(presented.html, post.locale) : withheld(page, post.withheld)}
        ${post.tags.length !== 0 && html`<p class="after">${topics("/posts", post.tags)}</p>`}
      </article>
      ${thread && html`<div class="column">${discussion(page.locale, thread, writtenAt(page, thread))}</div>`}
      ${thread?.kept && thread.mayWrite && studentModule(page)}
    </div>`,
  });
};

const facts = (page: PublicContext, post: Post): Markup => {
  const { post: text } = textFor(page.locale).public;
  return html`<p class="meta">
    <span>${day(page, post.publishedAt)}</span>
    ${post.author !== null && html`<span>${fill(text.by, { author: foreign(post.author) })}</span>`}
    <span>${fillPlain(text.minutes, { count: String(post.readingMinutes) })}</span>
    ${post.access !== "public" && html`<span>${text[post.access]}</span>`}
  </p>`;
};

const withheld = (page: PublicContext, access: "members" | "plans"): Markup => {
  const { public: text } = textFor(page.locale);
  const isFor = { members: text.post.withheldMembers, plans: text.post.withheldPlans }[access];
  return html`<div class="box">
    <p>${access === "members" ? fill(isFor, { site: foreign(page.site.name) }) : isFor}</p>
    ${
      access === "plans"
        ? html`<a class="button primary" href="/membership-plans">${text.all.plans}</a>`
        : !page.member && html`<a class="button primary" href="/sign-in">${text.signIn}</a>`
    }
  </div>`;
};
