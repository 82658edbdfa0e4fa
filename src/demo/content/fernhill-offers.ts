import { type DemoOffers, prose } from "./content.ts";

export const fernhillOffers: DemoOffers = {
  memberships: [
    {
      slug: "fernhill-circle",
      name: "Fernhill Circle",
      description: prose`
        For people who like to have something going on all year. All courses, the **Field Notebook** that is open to
        members only, and 30% off every event.`,
      trialDays: 7,
      allCourses: true,
      courses: [],
      eventDiscountPercent: 30,
      prices: [
        { label: "Monthly", amount: 1200, interval: "month" },
        { label: "Yearly", amount: 11_500, interval: "year" },
      ],
      faq: [
        { question: "Can I cancel at any time?", answerMarkdown: "Yes. You keep your access until the period ends." },
        {
          question: "What happens after the free week?",
          answerMarkdown: "The membership goes on, and the first payment is due. We tell you three days before.",
        },
      ],
    },
    {
      slug: "friend-of-fernhill",
      name: "Friend of Fernhill",
      description: prose`
        Pay once and stay for good. Friends keep the school's doors open, and their names are on the wall by the stove,
        if they like.`,
      allCourses: true,
      courses: [],
      eventDiscountPercent: 50,
      lifetime: true,
      prices: [{ label: "Once", amount: 39_000, interval: null }],
      faq: [],
    },
  ],
  products: [
    {
      slug: "baking-log",
      name: "The Baking Log",
      description: prose`
        A page for every loaf: flour, water, temperature, times, and what you would change. Print it, pin it above the
        worktop, and after ten loaves you will know your oven.`,
      amount: 600,
      tags: ["bread", "template"],
      license: "For your own kitchen. Print it as often as you like.",
      file: { filename: "baking-log.pdf" },
    },
    {
      slug: "star-cards",
      name: "Twelve Star Cards",
      description: prose`
        One card for every month, with the three bright patterns that stand in the south at nine in the evening. Free
        for everybody who looks up.`,
      amount: null,
      tags: ["astronomy"],
      license: "CC BY 4.0",
      file: { filename: "star-cards.pdf" },
    },
    {
      slug: "mending-patterns",
      name: "Nine Darning Patterns",
      description:
        "Nine small weaves for visible mending, drawn on squared paper, from the plain darn to the honeycomb.",
      amount: 900,
      tags: ["craft", "template"],
      license: "For personal use.",
      file: { filename: "darning-patterns.pdf" },
    },
  ],
  consulting: [
    {
      slug: "letter-clinic",
      name: "Letter Clinic",
      description: prose`
        Bring the letter that you have been putting off. In forty minutes we find its question, move it to the top and
        cut the rest. You leave with something you can send.`,
      amount: 4500,
      minutes: 40,
      sessions: 1,
      format: "online",
      lecturers: ["hannah-osei"],
      weekly: [
        { day: "tuesday", from: "09:00", to: "12:00" },
        { day: "thursday", from: "14:00", to: "18:00" },
      ],
    },
    {
      slug: "bake-along",
      name: "Bake Along",
      description: "Three mornings in the school kitchen, just you, your flour and Marta. You take three loaves home.",
      amount: 18_000,
      minutes: 120,
      sessions: 3,
      format: "in_person",
      location: "The kitchen at Fernhill, 12 Mill Lane",
      lecturers: ["marta-oliveira"],
      weekly: [{ day: "saturday", from: "08:00", to: "12:00" }],
    },
  ],
  coupons: [
    { code: "HELLO-10", name: "Ten percent for newcomers", percent: 10, firstPurchaseOnly: true, used: 9 },
    { code: "LANTERN", name: "For guests of the lantern evening", amount: 800, maxRedemptions: 5, used: 5 },
    { code: "SPRING-25", name: "Spring sale", percent: 25, expiresInDays: -60, used: 4 },
    { code: "WINTER-20", name: "Winter sale", percent: 20, startsInDays: 20, expiresInDays: 50 },
  ],
};
