import type { Row } from "../harness/contender.ts";

/** Compares our server with the official SDK, which creates a server per request. */
const shared = { consumes: false, target: 4 } as const;

export const rows: readonly Row[] = [
  {
    ...shared,
    name: "tools-call",
    title: "tools/call: get_preview_lecture, one select",
    expect: { status: 200, contains: '"structuredContent":{' },
  },
  {
    ...shared,
    name: "tools-list",
    title: "tools/list, without a token",
    expect: { status: 200, contains: '"get_course_outline"' },
    distinct: 100,
    maxCpuMicroseconds: 100,
  },
  {
    ...shared,
    name: "catalog",
    title: "tools/call: list_courses among 5,418",
    expect: { status: 200, contains: '"structuredContent":{"data":[{' },
    target: 1.5,
  },
];
