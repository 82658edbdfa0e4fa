import type { DemoSite } from "./content.ts";
import { fernhillCourses } from "./fernhill-courses.ts";
import { fernhillEvents } from "./fernhill-events.ts";
import { fernhillOffers } from "./fernhill-offers.ts";
import { fernhillPeople } from "./fernhill-people.ts";
import { fernhillWriting } from "./fernhill-writing.ts";

export const fernhill: DemoSite = {
  hostname: "localhost",
  assets: "fernhill",
  name: "Fernhill School of Small Skills",
  description: "Short courses in things worth doing slowly: bread, stars and letters.",
  locale: "en",
  timeZone: "Europe/London",
  settings: {
    signing: "on",
    betaFeatures: ["mcp_connections"],
    openClientMetadataDocuments: true,
    openSignUp: true,
  },
  courses: fernhillCourses,
  offers: fernhillOffers,
  events: fernhillEvents,
  writing: fernhillWriting,
  people: fernhillPeople,
  team: [
    { email: "marta@fernhill.example", name: "Marta Oliveira", roles: ["owner"], since: 200 },
    { email: "idris@fernhill.example", name: "Idris Bell", roles: ["lecturer"], since: 199 },
    { email: "june@fernhill.example", name: "June Whitaker", roles: ["manager"], since: 160 },
    {
      email: "noor@mail.example",
      name: "Noor Haddad",
      roles: ["student"],
      since: 120,
      enrollments: [
        { course: "night-sky", daysAgo: 40, completed: 3, secondsIntoNext: 95 },
        { course: "bread-from-four-ingredients", daysAgo: 12, expiresInDays: 78, completed: 1, secondsIntoNext: 140 },
      ],
    },
    {
      email: "tomasz@mail.example",
      name: "Tomasz Lind",
      roles: ["student"],
      since: 90,
      enrollments: [
        { course: "letters-that-get-answered", daysAgo: 20, completed: 4 },
        { course: "night-sky", daysAgo: 3, expiresInDays: 27 },
      ],
    },
    {
      email: "yuching@mail.example",
      name: "Lin Yu-ching",
      roles: ["student"],
      since: 60,
      enrollments: [{ course: "bread-from-four-ingredients", daysAgo: 30, completed: 2, secondsIntoNext: 60 }],
    },
  ],
  categories: [
    { slug: "kitchen", name: "Kitchen" },
    { slug: "nature", name: "Outdoors" },
    { slug: "words", name: "Words and music" },
    { slug: "hands", name: "Handicraft" },
  ],
  lecturers: [
    {
      slug: "marta-oliveira",
      name: "Marta Oliveira",
      title: "Baker, founder of the school",
      bio: "Marta baked for a hotel, a hospital and a lighthouse before she opened the mill. She still weighs everything.",
      email: "marta@fernhill.example",
    },
    {
      slug: "idris-bell",
      name: "Idris Bell",
      title: "Looks at the sky",
      bio: "Idris taught physics for nineteen years, mostly after dark. He has never owned a telescope.",
      email: "idris@fernhill.example",
    },
    {
      slug: "hannah-osei",
      name: "Hannah Osei",
      title: "Writes letters for a living",
      bio: "Hannah was the secretary of three ministers. All of them were answered.",
    },
    {
      slug: "rosa-lindqvist",
      name: "Rosa Lindqvist",
      title: "Tailor and mender",
      bio: "Rosa repairs costumes at the municipal theater, usually between two scenes.",
    },
    {
      slug: "samuel-adeyemi",
      name: "Samuel Adeyemi",
      title: "Conducts choirs of people who cannot sing",
      bio: "Samuel leads four choirs without auditions. He maintains that nobody is tone-deaf, and has yet to be disproved.",
    },
  ],
  school: {
    colors: { primary: "#1f4a3d", accent: "#cf7f38" },
    fonts: { heading: "serif", body: "inter" },
    currency: "EUR",
    supportEmail: "hello@fernhill.example",
    seller: {
      name: "Fernhill School of Small Skills",
      address: "12 Mill Lane, Fernhill",
      taxId: "XX000000000",
      taxName: "VAT",
      taxRate: 2000,
    },
    transferInstructions: "Bank of Fernhill, account 000 000 000. Please give the order number as the reference.",
    hero: {
      heading: "Small skills, learned slowly",
      text: "Bread, stars, letters, thread. Short courses that you finish, taught by people who do it every day.",
      button: { label: "See all courses", href: "/courses" },
    },
    headings: {
      courses: "Courses",
      events: "Come by",
      plans: "Become a member",
      posts: "From the mill",
      lecturers: "Who teaches here",
      faq: "Questions we are asked",
    },
    faq: [
      {
        question: "How long do I have access?",
        answerMarkdown: "For good, unless the price says otherwise. We do not take courses away.",
      },
      {
        question: "Do I need anything special?",
        answerMarkdown: "No. Each course lists what you need, and it is usually in the house already.",
      },
      {
        question: "Can I give a course away?",
        answerMarkdown: "Yes. Choose “Buy it as a gift” at the checkout, and the day on which the person gets it.",
      },
    ],
    navigation: [
      { label: "Courses", href: "/courses" },
      { label: "Events", href: "/events" },
      { label: "Memberships", href: "/membership-plans" },
      { label: "Digital products", href: "/digital-products" },
      { label: "Consulting", href: "/consulting" },
      { label: "Posts", href: "/posts" },
      { label: "About", href: "/about" },
    ],
  },
};
