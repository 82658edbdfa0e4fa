export interface Named {
  name: string;
  slug: string;
}

/** A course in which a student has not learned for some days. */
export interface Paused {
  id: string;
  course: string;
  slug: string;
  lecture: string | null;
  percent: number;
  lastActivityAt: Date;
}

export interface Happening extends Named {
  id: string;
  startsAt: Date;
  startsAtInWords: string;
}

export interface Session {
  id: string;
  version: number;
  service: string;
  startsAtInWords: string;
}

export interface Expiring {
  id: string;
  name: string;
  path: string;
  expiresAt: Date;
}
