import type { Row } from "../harness/contender.ts";

/** Pages of visitors and of members, and conditional requests with the ETag of the page. */
const page = { consumes: false, expect: { status: 200, contains: "content-encoding: br" } } as const;
const kept = { ...page, maxCpuMicroseconds: 300 } as const;
const unchanged = { ...page, maxCpuMicroseconds: 100, expect: { status: 304, contains: "etag: " } } as const;
const personal = {
  ...page,
  maxCpuMicroseconds: 2000,
  expect: { status: 200, contains: "content-encoding: gzip" },
} as const;

export const rows: readonly Row[] = [
  { ...kept, name: "home", title: "home, anonymous" },
  { ...kept, name: "catalog", title: "catalog, anonymous" },
  { ...kept, name: "course", title: "course, anonymous" },
  { ...kept, name: "llms", title: "llms.txt" },
  { ...unchanged, name: "home-304", title: "home, not modified" },
  { ...unchanged, name: "course-304", title: "course, not modified" },
  { ...personal, name: "learn", title: "/learn, student" },
  { ...personal, name: "lecture", title: "lecture, student" },
  { ...personal, name: "account", title: "/account, student" },
  { ...personal, name: "admin", title: "members in the admin area, owner" },
];
