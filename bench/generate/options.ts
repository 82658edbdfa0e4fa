/** What to make at a site. The same options and site give the same rows, down to their ids. */
export interface GenerateOptions {
  /** The id of an existing site. */
  siteId: string;
  members: number;
  /** Of each member, in as many different courses. */
  enrollments: number;
  seed: number;
  courses?: number;
  lecturesPerCourse?: number;
  /** The moment at which all of it is looked at: nothing happened after it. */
  now?: Date;
  /** As they are once analytics has counted them, though its sums are not there: what is measured is not that. */
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
