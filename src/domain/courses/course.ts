/** What is taught: a course with its sections and lectures. */
export interface Course {
  id: string;
  /** `[a-z0-9-]`, at most 120 letters: the course's place on the site. */
  slug: string;
  name: string;
  subtitle: string | null;
  descriptionMarkdown: string;
  status: "draft" | "published" | "archived";
  visibility: "public" | "unlisted" | "members_only";
  courseType: "free" | "paid" | "pre_order" | "membership_only";
  /** BCP 47. */
  language: string;
  level: "beginner" | "intermediate" | "advanced" | "all" | null;
  tags: string[];
  position: number;
  publishedAt: Date | null;
  /** The course's name in the system it came from, unique on the site. */
  externalId: string | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What is left out has the default of its column. */
export type NewCourse = Pick<Course, "id" | "slug" | "name"> &
  Partial<Omit<Course, "version" | "createdAt" | "updatedAt">>;

/** A name as a slug: lower case, words joined by hyphens; empty where nothing of the name can be written so. */
export const slugFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 120)
    .replace(/^-|-$/g, "");
