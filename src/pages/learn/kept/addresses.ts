/** No slug has a dot, so these are never the address of a course or a lecture. */
export const contactPath = "/learn/kept.json";
export const keptHomePath = "/learn/kept.html";
export const workerPath = "/learn/offline-worker.js";

export const keptList = (course: string): string => `${course}/kept.json`;

/** The copy of the page of a course or a lecture. */
export const keptCopy = (page: string): string => `${page}/kept.html`;
