import type { Role } from "#access/roles.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";

/** The content of a demo site, before ids, passwords and a port are assigned. */
export interface DemoSite {
  /** Every machine has both names, so that the demo has two origins without any setup. */
  hostname: "localhost" | "127.0.0.1";
  /** The folder with its pictures and media, in `src/demo/assets`. */
  assets: string;
  name: string;
  description: string;
  locale: "en" | "zh-TW";
  timeZone: string;
  settings: Partial<SiteSettings>;
  /** People with passwords, the owner first. */
  team: DemoMember[];
  courses: DemoCourse[];
  school: DemoSchool;
  lecturers: DemoLecturer[];
  categories: Named[];
  offers: DemoOffers;
  events: DemoEvent[];
  writing: DemoWriting;
  people: DemoPeople;
}

export interface Named {
  slug: string;
  name: string;
}

interface DemoMember {
  email: string;
  name: string;
  roles: Role[];
  /** Days since the person joined. */
  since: number;
  enrollments?: DemoEnrollment[];
}

export interface DemoEnrollment {
  /** Slug of the course. */
  course: string;
  daysAgo: number;
  /** Omitted: lifetime access. */
  expiresInDays?: number;
  /** Number of completed lectures, from the start of the course. */
  completed?: number;
  /** Position in the lecture after those, in whole seconds. */
  secondsIntoNext?: number;
}

export interface DemoSchool {
  colors: { primary: string; accent: string };
  fonts: { heading: "serif" | "noto-serif"; body: "inter" };
  currency: string;
  supportEmail: string;
  seller: { name: string; address: string; taxId: string; taxName: string; taxRate: number };
  transferInstructions: string;
  hero: { heading: string; text: string; button: { label: string; href: string } };
  /** Headings of the sections of the home page. */
  headings: { courses: string; events: string; plans: string; posts: string; lecturers: string; faq: string };
  faq: { question: string; answerMarkdown: string }[];
  navigation: { label: string; href: string }[];
}

export interface DemoLecturer extends Named {
  title: string;
  bio: string;
  /** Email address of a member of the team. */
  email?: string;
}

export interface DemoCourse extends Named {
  subtitle: string;
  description: string;
  level: "beginner" | "intermediate" | "advanced" | "all";
  tags: string[];
  courseType: "free" | "paid" | "membership_only";
  categories: string[];
  lecturers: string[];
  outcomes: string[];
  requirements: string[];
  plans?: DemoPlan[];
  /** Share of the new enrollments. */
  popularity: number;
  sections: { title: string; lectures: DemoLecture[] }[];
}

/** The text of a course, without what the school decides about it. */
export type CourseText = Pick<DemoCourse, "slug" | "name" | "subtitle" | "description" | "level" | "tags" | "sections">;

interface DemoPlan {
  name: string;
  planType: "one_time" | "installments" | "specific_length";
  amount: number;
  compareAt?: number;
  installments?: { count: number; interval: "month" };
  /** Days of access; omitted: lifetime. */
  days?: number;
  seats?: number;
}

export interface DemoLecture {
  title: string;
  /** Time to read, to listen or to answer. */
  minutes: number;
  /** Markdown. */
  body: string;
  /** A file in `lectures` of the assets, and its length. */
  media?: DemoMedia;
  quiz?: DemoQuestion[];
  assignment?: { instructions: string; dueDays?: number; rubric: { title: string; points: number }[] };
}

export interface DemoMedia {
  kind: "video" | "audio";
  filename: string;
  seconds: number;
  /** In the language of the school, by the second at which they appear. Each stays until the next one. */
  captions?: [seconds: number, text: string][];
  chapters?: { atSeconds: number; title: string }[];
}

export type DemoQuestion =
  | { ask: string; right: string; wrong: string[]; because?: string }
  | { ask: string; accepted: string[]; numeric?: boolean; because?: string }
  | { ask: string; inOrder: string[]; because?: string }
  | { ask: string; all: string[]; none: string[]; because?: string };

export interface DemoOffers {
  memberships: {
    slug: string;
    name: string;
    description: string;
    trialDays?: number;
    allCourses: boolean;
    courses: string[];
    eventDiscountPercent?: number;
    prices: { label: string; amount: number; interval: "month" | "year" | null }[];
    lifetime?: boolean;
    faq: { question: string; answerMarkdown: string }[];
  }[];
  products: {
    slug: string;
    name: string;
    description: string;
    amount: number | null;
    tags: string[];
    license: string;
    /** Without content: a file in `sheets` of the assets. */
    file: { filename: string; content?: string };
  }[];
  coupons: {
    code: string;
    name: string;
    percent?: number;
    amount?: number;
    maxRedemptions?: number;
    firstPurchaseOnly?: boolean;
    /** Days from the start of the demo's history; negative: before now. */
    expiresInDays?: number;
    startsInDays?: number;
    /** Number of redemptions. */
    used?: number;
  }[];
  consulting: {
    slug: string;
    name: string;
    description: string;
    amount: number;
    minutes: number;
    sessions: number;
    format: "online" | "in_person" | "phone";
    location?: string;
    lecturers: string[];
    weekly: {
      day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
      from: string;
      to: string;
    }[];
  }[];
}

export interface DemoEvent {
  slug: string;
  name: string;
  summary: string;
  description: string;
  format: "online" | "in_person" | "hybrid";
  /** Days from now; negative: in the past. */
  inDays: number;
  hour: number;
  minutes: number;
  location?: { name: string; address: string };
  capacity?: number;
  /** Members on the waitlist, after all seats are taken. */
  waiting?: number;
  /** Registrations of an event with seats left. */
  registered?: number;
  category: string;
  lecturers: string[];
  tags: string[];
  tickets: { name: string; amount: number | null }[];
}

export interface DemoWriting {
  eventCategories: Named[];
  postCategories: Named[];
  posts: {
    slug: string;
    title: string;
    excerpt: string;
    category: string;
    tags: string[];
    author: string;
    access: "public" | "members";
    daysAgo: number;
    body: string;
  }[];
  pages: { path: string; title: string; body: string }[];
  forms: {
    slug: string;
    name: string;
    description: string;
    audience: "everybody" | "members";
    fields: {
      handle: string;
      label: string;
      kind: "text" | "long_text" | "email" | "choice" | "choices" | "number";
      required?: boolean;
      choices?: string[];
    }[];
    answers: Record<string, string | string[] | number>[];
  }[];
}

/** Names and texts for the members without passwords. */
export interface DemoPeople {
  names: { name: string; email: string }[];
  reviews: { rating: number; title: string | null; body: string; reply?: string }[];
  /** Threads below lectures: the question of a student and the answer of the lecturer. */
  threads: { question: string; answer?: string; thanks?: string }[];
  postComments: string[];
  submissions: { text: string; feedback: string; points: number }[];
  notes: string[];
  tags: string[];
  group: string;
  announcement: { title: string; body: string };
  refundReasons: string[];
  cancelReason: string;
}

/** Markdown in a template literal; removes the indentation of the surrounding code. */
export const prose = ({ raw }: TemplateStringsArray): string =>
  raw
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    // Joins lines between Chinese characters: Chinese has no spaces, and a line break would render as one.
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, "")
    .trim();
