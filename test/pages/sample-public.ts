import type { PublicReview } from "#domain/catalog/public-catalog/courses/reviews.ts";
import { defaultColors, defaultFonts } from "#domain/site/appearance/appearance.ts";
import { defaultHomeSections } from "#domain/site/appearance/home-section.ts";
import type { PageShell } from "#domain/catalog/public-catalog/pages/page-shell.ts";
import type { Card } from "#pages/views/public/cards.ts";
import { contentPage } from "#pages/views/public/content.ts";
import { coursePage } from "#pages/views/public/course.ts";
import { eventPage } from "#pages/views/public/event.ts";
import type { PublicContext } from "#pages/views/public/frame.ts";
import { home } from "#pages/views/public/home.ts";
import { lecturerPage } from "#pages/views/public/lecturer.ts";
import { list } from "#pages/views/public/list.ts";
import { planPage } from "#pages/views/public/plan.ts";
import { postPage } from "#pages/views/public/post.ts";
import { previewPage } from "#pages/views/public/preview.ts";
import { productPage } from "#pages/views/public/product.ts";
import { reviewsPage } from "#pages/views/public/reviews.ts";
import { servicePage } from "#pages/views/public/consulting.ts";
import type { PageContext } from "#pages/views/layout.ts";
import { samplePublicForms } from "./sample-forms.ts";
import { sampleLogo } from "./sample-logo.ts";
import { sampleDiscussion } from "./sample-discussion.ts";
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
  const sections = defaultHomeSections.map((section) => ({
    section,
    rendered: null,
    cards: section.kind === "hero" ? [] : cards(section.kind === "posts" ? sampleLogo : null),
  }));
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
          publishedAt: at(1, 9),
          coverUrl: enrolled ? null : sampleLogo,
          url: `${origin}/courses/knots`,
          descriptionMarkdown: "",
          outcomes: [names.client, names.person],
          requirements: [names.client],
          audience: [names.client],
          lecturers,
          plans: [
            { id: "a", name: names.client, planType: "one_time", price: money, compareAtPrice: money },
            { id: "b", name: names.person, planType: "free", price: null, compareAtPrice: null },
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
    ...([null, "registered", "waitlisted"] as const).map((status): [string, string] => [
      status === null ? "event" : `event-${status}`,
      eventPage(page, {
        sells: true,
        presented,
        own: {
          registration: status && {
            id: "a",
            status,
            checkInCode: "ABCDEFGHJK",
            onlineUrl: status === "waitlisted" ? null : "https://meet.example/a",
            mayCancel: true,
            ticketId: "01a20996-85af-7509-90fe-5c10efa1da62",
            isFree: false,
            offeredUntil: status === "waitlisted" ? new Date(Date.UTC(2026, 10, 18, 9)) : null,
          },
          window: "open",
          opensAt: null,
          discountPercent: 30,
        },
        event: {
          id: "a",
          slug: "regatta",
          name: names.client,
          summary: names.person,
          status: "published",
          format: "hybrid",
          startsAt: at(28, 9),
          endsAt: at(28, 11),
          timeZone: "Asia/Taipei",
          location: { name: names.site, address: names.path },
          tags: [names.client],
          seatsLeft: 0,
          coverUrl: null,
          url: `${origin}/events/regatta`,
          descriptionMarkdown: "",
          waitlistEnabled: true,
          lecturers,
          tickets: [{ id: "a", name: names.client, price: money, seatsLeft: 0 }],
        },
      }),
    ]),
    ...(["plans", null] as const).map((withheld): [string, string] => [
      withheld ? "post-withheld" : "post",
      postPage(page, {
        presented: { ...presented, html: withheld ? "" : text },
        discussion: withheld
          ? null
          : {
              ...sampleDiscussion(names, "/posts/tide", ""),
              mayWrite: false,
              signIn: "/sign-in?return_to=/posts/tide",
            },
        post: {
          id: "a",
          slug: "tide",
          title: names.client,
          excerpt: names.person,
          access: withheld ?? "public",
          author: names.person,
          tags: [names.client],
          locale: "en",
          readingMinutes: 4,
          publishedAt: at(3, 9),
          coverUrl: null,
          url: `${origin}/posts/tide`,
          bodyMarkdown: null,
          withheld,
        },
      }),
    ]),
    [
      "plan",
      planPage(page, {
        sells: true,
        presented,
        subscribed: false,
        plan: {
          id: "a",
          slug: "all",
          name: names.client,
          planType: "recurring",
          fixedEndDate: at(30, 9),
          lengthDays: 30,
          trialDays: 7,
          allCourses: true,
          eventDiscountPercent: 20,
          pricings: [{ id: "a", label: names.person, price: money, interval: "month", intervalCount: 3 }],
          url: `${origin}/membership-plans/all`,
          descriptionMarkdown: "",
          faq: [{ question: names.client, answerMarkdown: "At the *harbour*." }],
          courses: [{ id: "a", name: names.client, url: `${origin}/courses/knots` }],
          digitalProducts: [{ id: "a", name: names.client, url: `${origin}/digital-products/chart` }],
          postCategories: [{ id: "a", name: names.client }],
        },
      }),
    ],
    [
      "lecturer",
      lecturerPage(page, {
        presented,
        lecturer: {
          id: "a",
          slug: "ada",
          name: names.person,
          title: names.client,
          pictureUrl: sampleLogo,
          url: `${origin}/lecturers/ada`,
          bioMarkdown: "",
          links: ["https://ada.example/"],
          courses: [{ id: "a", slug: "knots", name: names.client, url: `${origin}/courses/knots` }],
        },
      }),
    ],
    [
      "product",
      productPage(page, {
        sells: true,
        presented,
        downloads: {
          files: [{ name: "chart.pdf", byteSize: 2_000_000, url: "/downloads/a/b" }],
          source: "membership",
        },
        product: {
          id: "a",
          slug: "chart",
          name: names.client,
          price: money,
          compareAtPrice: money,
          access: { kind: "lifetime" },
          tags: [],
          coverUrl: null,
          url: `${origin}/digital-products/chart`,
          descriptionMarkdown: "",
          downloadLimit: null,
          license: names.person,
          files: [{ name: names.client, byteSize: 123_456 }],
        },
      }),
    ],
    [
      "service",
      servicePage(page, {
        presented,
        sells: true,
        mine: {
          left: 2,
          bookings: [
            { id: "a", startsAt: at(25, 1), endsAt: at(25, 2), meetingUrl: "https://meet.example", mayCancel: true },
            { id: "b", startsAt: at(23, 1), endsAt: at(23, 2), meetingUrl: null, mayCancel: false },
          ],
        },
        service: {
          id: "a",
          slug: "hour",
          name: names.client,
          price: { amount: 9000, currency: "USD" },
          durationMinutes: 45,
          sessionsIncluded: 2,
          format: "online",
          url: `${origin}/consulting/hour`,
          descriptionMarkdown: "",
          location: names.path,
          cancellationHours: 24,
          lecturers,
          timeZone: "Asia/Taipei",
          slots: [{ startsAt: at(24, 1), endsAt: at(24, 2), localStartsAt: "" }],
        },
      }),
    ],
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
