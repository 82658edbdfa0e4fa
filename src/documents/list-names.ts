/** First path segments of the public lists. */
export type ListName =
  | "courses"
  | "events"
  | "membership-plans"
  | "posts"
  | "digital-products"
  | "consulting"
  | "lecturers";
