/** Options of a generated site. The same options and site give the same rows, including their ids. */
export interface GenerateOptions {
  /** The id of an existing site. */
  siteId: string;
  members: number;
  /** Per member, each in a different course. */
  enrollments: number;
  seed: number;
  courses?: number;
  lecturesPerCourse?: number;
  /** The moment at which all of it is looked at: nothing happened after it. */
  now?: Date;
  /** Marks the rows as counted by analytics, without writing the sums, which the benchmark does not measure. */
  isCounted?: boolean;
  /** Takes the number of members that are done. */
  onProgress?: (members: number) => void;
}

export const defaults = {
  courses: 100,
  lecturesPerCourse: 40,
  isCounted: false,
  now: new Date("2026-01-01T00:00:00.000Z"),
};
