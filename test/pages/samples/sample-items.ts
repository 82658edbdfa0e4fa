import { servicePage } from "#pages/views/public/consulting.ts";
import type { PageContent } from "#pages/views/public/page-seo.ts";
import { eventPage } from "#pages/views/public/event.ts";
import type { PublicContext } from "#pages/views/public/public-context.ts";
import { lecturerPage } from "#pages/views/public/lecturer.ts";
import { planPage } from "#pages/views/public/plan.ts";
import { postPage } from "#pages/views/public/post.ts";
import { productPage } from "#pages/views/public/product.ts";
import { sampleDiscussion } from "./sample-discussion.ts";
import { sampleLogo } from "./sample-logo.ts";
import type { Names } from "./sample-views.ts";

const origin = "https://learn.harbour.example";
const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour));

/** The public pages of single events, posts, plans, lecturers, products and services. */
export const sampleItems = (page: PublicContext, names: Names, presented: PageContent): [string, string][] => {
  const lecturers = [{ id: "a", slug: "ada", name: names.person, title: names.client }];
  const money = { amount: 120_000, currency: "TWD" };
  return [
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
          tickets: [{ id: "a", name: names.client, price: money, seatsLeft: 0, checkoutUrl: null }],
        },
      }),
    ]),
    ...(["plans", null] as const).map((withheld): [string, string] => [
      withheld ? "post-withheld" : "post",
      postPage(page, {
        presented: { ...presented, html: withheld ? "" : presented.html },
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
        hadPlan: false,
        waitingOrder: "ord_01k9g2c8p4e6t0v3x5y7z9b1d3",
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
        waitingOrder: null,
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
        waitingOrder: null,
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
  ];
};
