import type { Row } from "../harness/contender.ts";

/** The cost may grow by this much, from the smallest installation to any other. */
const mostGrowth = 1.3;
const distinct = 10_000;

export const rows: readonly Row[] = [
  {
    name: "token-check",
    title: "token check (userinfo)",
    expect: { status: 200, contains: '"sub":' },
    consumes: false,
    distinct,
    mostGrowth,
  },
  {
    name: "token-code",
    title: "code exchange",
    expect: { status: 200, contains: '"id_token":' },
    consumes: true,
    mostGrowth,
  },
  {
    name: "viewer",
    title: "viewer with 10 enrolled courses",
    expect: { status: 200, contains: '"slug":' },
    consumes: false,
    distinct,
    mostGrowth,
  },
];
