import { type ReviewFilter, type ReviewNotice } from "../../views/admin/reviews/reviews.ts";
import { adminSections } from "../sections.ts";

export const { path: reviewsPath } = adminSections.reviews;

export const listOf = (filter: ReviewFilter): string => `${reviewsPath}?status=${filter}`;

export const reviewUrl = (id: string): string => `${reviewsPath}/${encodeURIComponent(id)}`;

const notices: readonly ReviewNotice[] = ["published", "hidden", "replied", "changed", "saved"];

/** Parses the notice from the `done` parameter. */
export const noticeIn = (done: string | undefined): ReviewNotice | undefined => notices.find((name) => name === done);
