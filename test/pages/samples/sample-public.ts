import type { PublicReview } from "#domain/public-catalog/courses/reviews.ts";
import { defaultColors, defaultFonts } from "#domain/site/appearance/appearance.ts";
import { defaultHomeSections } from "#domain/site/appearance/home-section.ts";
import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { Card } from "#pages/views/public/cards.ts";
import { contentPage } from "#pages/views/public/content.ts";
import { coursePage } from "#pages/views/public/course.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";
import { home } from "#pages/views/public/home.ts";
import { list } from "#pages/views/public/list.ts";
import { previewPage } from "#pages/views/public/preview.ts";
import { reviewsPage } from "#pages/views/public/reviews.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { samplePublicForms } from "./sample-forms.ts";
import { sampleLogo } from "./sample-logo.ts";
import { sampleItems } from "./sample-items.ts";
import type { Names } from "./sample-views.ts";

const origin = "https://learn.harbour.example";
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour));

/** A site with all content, and custom styles with `own`. */
export const samplePageShell = (names: Names, own: Partial<PageShell["appearance"]> = {}): PageShell => ({
  homeSectionHtml: null,
  appearance: {
    colors: defaultColors,
    darkMode: "auto",
    fonts: defaultFonts,
    cornerRadius: "medium",
    density: "comfortable",
    customCss: "",
    headerHtml: "",
    footerHtml: "",
    homeSections: [...defaultHomeSections],
    logoUrl: null,
    logoDarkUrl: null,
    faviconUrl: null,
    coverUrl: null,
    revision: 1,
    ...own,
  },
  chosen: { colors: own.colors ? Object.keys(own.colors) : [], fonts: [] },
  menu: [],
  offered: { courses: true, events: true, plans: true, posts: true, lecturers: true, products: true, consulting: true },
  school: {
    supportEmail: names.email,
    legal: { company: names.client, address: names.path, termsUrl: `${origin}/terms`, privacyUrl: null },
    social: { youtube: "https://video.example/harbour" },
    seo: {},
    timeZone: "Asia/Taipei",
  },
  settings: {
    general: { weekStartsOn: "monday", hourFormat: "24", showEnrollmentCounts: true, showRatings: true },
    seo: { indexSite: true, titleSuffix: null, includeInSitemap: ["courses"] },
  },
});

/** The public pages, in every state that looks different. */
export const samplePublic = (context: PageContext, names: Names): [string, string][] => {
  const page: PublicContext = { ...context, shell: samplePageShell(names), path: "/courses" };
  const empty: PublicContext = {
    ...page,
    shell: {
      ...page.shell,
      offered: {
        courses: false,
        events: false,
        plans: false,
        posts: false,
        lecturers: false,
        products: false,
        consulting: false,
      },
    },
  };
  const text = "<p>At the harbour, in the evening.</p><h2>Knots</h2><ul><li>Bowline</li></ul>";
  const presented = { html: text, seo: {}, indexed: true, updatedAt: at(1, 9) };
  const cards = (picture: string | null): Card[] =>
    [names.client, names.person, names.site].map((title, index) => ({
      href: `/courses/${index}`,
      title,
      eyebrow: "Beginner",
      note: names.person,
      meta: ["NT$1,200", "12"],
      picture: index === 0 ? picture : null,
    }));
  const listed = defaultHomeSections.map((section) => ({
    section,
    rendered: null,
    cards: section.kind === "hero" ? [] : cards(section.kind === "posts" ? sampleLogo : null),
    reviews: [],
  }));
  const quoted = { id: "a", rating: 4, body: names.person, author: null, course: names.client, slug: "knots" };
  const quotes = [{ text: names.site, author: names.person, note: names.client }];
  const quoting = { heading: null, reviewIds: ["a"], quotes };
  const sections = [
    ...listed,
    { section: { kind: "quotes", settings: quoting } as const, rendered: null, cards: [], reviews: [quoted] },
  ];
  const menu = [
    { label: names.client, href: "/courses", children: [] },
    { label: names.person, children: [{ label: names.site, href: "/about", children: [] }] },
  ];
  const lecturers = [{ id: "a", slug: "ada", name: names.person, title: names.client }];
  const money = { amount: 120_000, currency: "TWD" };
  const aReview: PublicReview = {
    id: "a",
    rating: 5,
    title: names.client,
    body: `${names.person}\n\n${names.site}`,
    author: names.person,
    reply: names.site,
    repliedAt: at(5, 9),
    editedAt: at(4, 9),
    createdAt: at(3, 9),
  };
  const reviews = [aReview, { ...aReview, rating: 2, title: null, author: null, reply: null, editedAt: null }];
  const counts = [37, 4, 0, 1, 0].map((count, index) => ({ rating: 5 - index, count }));
  return [
    ["home", home(page, { description: names.client, sections, indexed: true })],
    ["home-empty", home(empty, { description: "", sections: [], indexed: false })],
    ["home-menu", home({ ...page, shell: { ...page.shell, menu } }, { description: "", sections, indexed: true })],
    [
      "list-courses",
      list(page, {
        kind: "courses",
        cards: cards(sampleLogo),
        pages: { first: "/courses", next: "/courses?after=x" },
        query: names.client,
        searchable: true,
        indexed: true,
      }),
    ],
    ["list-events-none", list(page, { kind: "events", cards: [], pages: {}, searchable: true, indexed: true })],
    ...([true, false] as const).map((enrolled): [string, string] => [
      enrolled ? "course-enrolled" : "course",
      coursePage(page, {
        sells: true,
        option: enrolled ? "enrolled" : "free",
        presented,
        promoVideoUrl: enrolled ? null : "https://films.example/knots",
        reviews: enrolled ? null : { counts, reviews, hasMore: true },
        course: {
          id: "a",
          slug: "knots",
          name: names.client,
          subtitle: names.person,
          courseType: "paid",
          language: "en",
          level: "beginner",
          tags: [names.client, "knots"],
          lectureCount: 12,
          durationSeconds: 19_200,
          ratingAverage: 4.5,
          ratingCount: 12,
          priceFrom: money,
          priceVaries: true,
          publishedAt: at(1, 9),
          coverUrl: enrolled ? null : sampleLogo,
          url: `${origin}/courses/knots`,
          descriptionMarkdown: "",
          outcomes: [names.client, names.person],
          requirements: [names.client],
          audience: [names.client],
          lecturers: lecturers.map((lecturer) => ({ ...lecturer, pictureUrl: sampleLogo })),
          plans: [
            {
              id: "a",
              name: names.client,
              planType: "one_time",
              price: money,
              compareAtPrice: money,
              installments: null,
              checkoutUrl: null,
            },
            {
              id: "c",
              name: names.person,
              planType: "installments",
              price: money,
              compareAtPrice: null,
              installments: { count: 3, interval: "month", payment: money },
              checkoutUrl: null,
            },
            {
              id: "b",
              name: names.person,
              planType: "free",
              price: null,
              compareAtPrice: null,
              installments: null,
              checkoutUrl: null,
            },
          ],
          membershipPlans: [
            {
              id: "a",
              name: names.client,
              url: `${origin}/membership-plans/all`,
              pricings: [{ id: "a", label: null, price: money, interval: "month", intervalCount: 1 }],
            },
          ],
        },
        waitingOrder: "ord_01k9g2c8p4e6t0v3x5y7z9b1d3",
        related: [],
        outline: {
          courseId: "a",
          sections: [
            {
              id: "a",
              title: names.client,
              lectures: [
                {
                  id: "01900000-0000-7000-8000-000000000001",
                  title: names.client,
                  kind: "text",
                  durationSeconds: 300,
                  isPreview: true,
                },
                { id: "b", title: names.person, kind: "video", durationSeconds: null, isPreview: false },
              ],
            },
            { id: "b", title: names.person, lectures: [] },
          ],
        },
      }),
    ]),
    [
      "course-reviews",
      reviewsPage(page, {
        course: { slug: "knots", name: names.client, language: "en", ratingAverage: 4.83, ratingCount: 42 },
        counts,
        reviews,
        rating: 5,
        pages: { first: "/courses/knots/reviews", next: "/courses/knots/reviews?after=x" },
        indexed: true,
      }),
    ],
    [
      "preview",
      previewPage(page, {
        course: { name: names.client, slug: "knots", language: "en" },
        lecture: { id: "a", title: names.person },
        html: "<p>A <em>rope</em>.</p>",
        media: {
          kind: "elsewhere",
          href: "https://films.example/knots",
          chapters: [{ atSeconds: 95, title: names.person, href: null }],
        },
      }),
    ],
    ...sampleItems(page, names, presented),
    [
      "content",
      contentPage(page, {
        indexed: true,
        cards: new Map([[3, cards(null)]]),
        content: {
          id: "a",
          title: names.client,
          path: "/about",
          locale: "en",
          layout: "wide",
          seo: {},
          bodyMarkdown: null,
          bodyHtml: null,
          blockHtml: ["<p>Where the <em>boats</em> are.</p>", "<p>Yes.</p>"],
          updatedAt: at(1, 9),
          url: `${origin}/about`,
          blocks: [
            { kind: "markdown", markdown: "Where the *boats* are." },
            { kind: "button", label: names.client, href: "/courses" },
            { kind: "faq", items: [{ question: names.person, answerMarkdown: "Yes." }] },
            { kind: "list", of: "courses", limit: 3 },
            { kind: "divider" },
          ],
        },
      }),
    ],
    ...samplePublicForms({ ...page, csrf: "token" }, names),
  ];
};
