/** Options of a generated site. The same options and site give the same rows, including their ids. */
export interface GenerateOptions {
  /** ID of an existing site. */
  siteId: string;
  members: number;
  /** Per member, each in a different course. */
  enrollments: number;
  seed: number;
  courses?: number;
  lecturesPerCourse?: number;
  /** The time of the snapshot: no generated timestamp is later. */
  now?: Date;
  /** Marks the rows as counted by analytics, without writing the sums, which the benchmark does not measure. */
  isCounted?: boolean;
  /** Called with the number of finished members. */
  onProgress?: (members: number) => void;
}

export const defaults = {
  courses: 100,
  lecturesPerCourse: 40,
  isCounted: false,
  now: new Date("2026-01-01T00:00:00.000Z"),
};
