import type { AdminPage } from "#pages/views/admin/layout.ts";
import { type RedirectList, redirectList } from "#pages/views/admin/redirects.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** The redirects of a school: of a renamed course, of a page with a long path, and one that the staff added. */
export function sampleRedirects(page: AdminPage, { path }: Names): [string, string][] {
  const list: RedirectList = {
    redirects: [
      {
        id: "rdr_01k9g2c8p4e6t0v3x5y7z9b1d3",
        version: 1,
        from: "/courses/knots-for-beginners",
        to: "/courses/knots",
        isAutomatic: true,
        createdAt: at(11),
      },
      {
        id: "rdr_01k9g2c8p4e6t0v3x5y7z9b1d4",
        version: 2,
        from: path,
        to: `/about/${"the-history-of-our-harbour-".repeat(5)}school`,
        isAutomatic: true,
        createdAt: at(10),
      },
      {
        id: "rdr_01k9g2c8p4e6t0v3x5y7z9b1d5",
        version: 1,
        from: "/timetable",
        to: "https://calendar.example/harbour",
        isAutomatic: false,
        createdAt: at(9),
      },
    ],
    pages: { first: "/admin/redirects", next: "/admin/redirects?cursor=c2FtcGxl" },
    notice: undefined,
  };
  return [
    ["admin-redirects", redirectList(page, list)],
    ["admin-redirects-deleted", redirectList(page, { ...list, notice: "deleted" })],
    ["admin-redirects-changed", redirectList(page, { ...list, notice: "changed" })],
    ["admin-redirects-none", redirectList(page, { redirects: [], pages: {}, notice: undefined })],
  ];
}
