/** A part of a course: lectures that belong together, in their order. */
export interface Section {
  id: string;
  courseId: string;
  title: string;
  summary: string | null;
  position: number;
  status: "draft" | "published";
  externalId: string | null;
  metadata: Record<string, string>;
}

/** One thing to watch, read or do. */
export interface Lecture {
  id: string;
  courseId: string;
  sectionId: string;
  title: string;
  position: number;
  kind: "video" | "audio" | "text" | "pdf" | "quiz" | "assignment" | "live" | "scorm" | "link";
  status: "draft" | "published";
  isPreview: boolean;
  /** Counts for the completion of the course. */
  required: boolean;
  bodyMarkdown: string | null;
  durationSeconds: number | null;
  externalId: string | null;
  metadata: Record<string, string>;
}

/** What is left out has the default of its column. */
export type NewSection = Pick<Section, "id" | "courseId" | "title" | "position"> & Partial<Section>;
export type NewLecture = Pick<Lecture, "id" | "courseId" | "sectionId" | "title" | "position" | "kind"> &
  Partial<Lecture>;
