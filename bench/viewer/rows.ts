import type { Row } from "../harness/contender.ts";

const expect = { status: 200, contains: '"enrolledCourses":{"nodes":[' };

/** Compares our server with mercurius and with the limit, a handler without GraphQL. */
const targets = { target: 1.2, shareOfLimit: 0.85 };

export const rows: readonly Row[] = [
  {
    name: "viewer",
    title: "viewer with 10 enrolled courses",
    expect: { ...expect, contains: '"slug":' },
    consumes: false,
    ...targets,
  },
  { name: "viewer-oulad", title: "viewer, members of OULAD", expect, consumes: false, ...targets },
];
