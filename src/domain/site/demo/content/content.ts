import type { Role } from "#access/roles.ts";
import type { SiteSettings } from "#domain/site/sites/settings.ts";

/** The content of a demo site, before ids, passwords and a port are assigned. */
export interface DemoSite {
  /** Every machine has both names, so that the demo has two origins without any setup. */
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
  /** Reading time. */
  minutes: number;
  /** Markdown. */
  body: string;
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
