import type { Role } from "#access/roles.ts";
import type { SiteSettings } from "#domain/site/sites/settings.ts";

/** A site of the demo as we wrote it, before it has ids, passwords and a port. */
export interface DemoSite {
  /** One of the two names that every machine has for itself: two origins without any set-up. */
  hostname: "localhost" | "127.0.0.1";
  name: string;
  description: string;
  locale: "en" | "zh-TW";
  settings: Partial<SiteSettings>;
  members: DemoMember[];
  courses: DemoCourse[];
}

interface DemoMember {
  email: string;
  name: string;
  roles: Role[];
  enrollments?: DemoEnrollment[];
}

export interface DemoEnrollment {
  /** Slug. */
  course: string;
  daysAgo: number;
  /** Left out: access for life. */
  expiresInDays?: number;
  /** Lectures read to the end, in the order of the course. */
  completed?: number;
  /** Whole seconds into the lecture after those. */
  secondsIntoNext?: number;
}

export interface DemoCourse {
  slug: string;
  name: string;
  subtitle: string;
  description: string;
  level: "beginner" | "intermediate" | "advanced" | "all";
  tags: string[];
  sections: { title: string; lectures: DemoLecture[] }[];
}

interface DemoLecture {
  title: string;
  /** To read it without hurry. */
  minutes: number;
  /** Markdown. */
  body: string;
}

/** Markdown, written with the indentation of the code around it. */
export const prose = ({ raw }: TemplateStringsArray): string =>
  raw
    .join("")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    // Chinese has no spaces between words, and a line's end would be shown as one.
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, "")
    .trim();
