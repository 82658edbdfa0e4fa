import { myProducts } from "#pages/views/learn/my-products.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Names } from "./sample-views.ts";

/** The digital products of a member. */
export const sampleProducts = (
  names: Names,
  page: PageContext & { member: Person; csrf: string },
): [string, string] => [
  "learn-products",
  myProducts(page, {
    products: [
      {
        name: names.client,
        slug: "chart",
        source: "membership",
        expiresAt: null,
        files: [{ name: names.client, byteSize: 123_456, url: "/downloads/memberships/a/b" }],
      },
      {
        name: names.person,
        slug: null,
        source: "grant",
        expiresAt: new Date("2026-09-03T09:05:00Z"),
        files: [{ name: "chart.pdf", byteSize: 2_000_000, url: null }],
      },
    ],
    pages: { next: "/account/digital-products?after=x" },
  }),
];
