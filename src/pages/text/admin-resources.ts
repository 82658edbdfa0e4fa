/** Resources with a section of their own in the admin area. The name is also the last part of its path. */
export const adminResourceNames = [
  "certificates",
  "comments",
  "enrollment",
  "orders",
  "payments",
  "questions",
  "reviews",
  "submissions",
] as const;

export type AdminResourceName = (typeof adminResourceNames)[number];
