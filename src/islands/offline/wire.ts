/** A lecture of a course that can be kept, from `/learn/{course}/kept.json`. */
export interface KeptLecture {
  /** Path of the lecture. */
  address: string;
  /** Path of the copy to keep. */
  copy: string;
  /** Changes with the copy. */
  version: string;
}

export interface KeptCourseList {
  /** The signed-in person, see `keeperOf`. */
  keeper: string;
  /** Name of the cookie that says whose copies may be shown. */
  cookie: string;
  slug: string;
  name: string;
  address: string;
  copy: string;
  /** Changes with any of the copies. */
  version: string;
  lectures: KeptLecture[];
}

/** The response of the server whenever it is reached, from `/learn/kept.json`. */
export interface Contact {
  /** Null without a session: copies have to go. */
  keeper: string | null;
  /** Form token for what waits to be sent. */
  csrf: string;
  /** Versions of the courses that the person may keep, by slug. */
  courses: Record<string, string>;
}

/** Something that a person did without a connection. */
export type Waiting = {
  id: string;
  /** Path of the lecture. */
  lecture: string;
  title: string;
  at: string;
  /** The server did not accept it: it stays until the person removes it. */
  isRefused?: true;
} & ({ kind: "completed" | "uncompleted" } | { kind: "note"; text: string });
