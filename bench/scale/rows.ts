import type { Row } from "../harness/contender.ts";

/** Maximum ratio of the cost on any installation to the cost on the smallest one. */
const maxGrowth = 1.3;
const distinct = 10_000;

export const rows: readonly Row[] = [
  {
    name: "token-check",
    title: "token check (userinfo)",
    expect: { status: 200, contains: '"sub":' },
    consumes: false,
    distinct,
    maxGrowth,
  },
  {
    name: "token-code",
    title: "code exchange",
    expect: { status: 200, contains: '"id_token":' },
    consumes: true,
    maxGrowth,
  },
  {
    name: "viewer",
    title: "viewer with 10 enrolled courses",
    expect: { status: 200, contains: '"slug":' },
    consumes: false,
    distinct,
    maxGrowth,
  },
];
