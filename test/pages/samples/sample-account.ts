import { sampleLogo } from "./sample-logo.ts";
import type { account } from "#pages/views/account/account.ts";
import type { Names } from "./sample-views.ts";

const day = (month: number, date: number, hour: number) => new Date(Date.UTC(2026, month - 1, date, hour, 5));

export const refusedProfile = (names: Names): Parameters<typeof account>[1] => ({
  ...sampleAccount(names, 1),
  profile: { name: names.person, picture: sampleLogo, problems: [{ kind: "picture" }] },
});

export const sampleAccount = (names: Names, count: number): Parameters<typeof account>[1] => ({
  csrf: "c5rf",
  profile: { name: names.person, picture: count === 3 ? sampleLogo : null, problems: [] },
  access: { providers: true, verified: count !== 3, mails: true, offersFactors: true },
  timeZone: { own: "Asia/Taipei", ofSchool: "Europe/London" },
  roles: ["lecturer", "student"],
  unread: 2,
  applications: {
    rows: Array.from({ length: count }, (_, index) => ({
      id: `gra_${index}`,
      name: index === 0 ? names.client : `${names.client} ${index + 1}`,
      ...applicationKinds(names)[index % 3]!,
      since: day(3, 1 + (index % 28), 9),
      lastUsedAt: index % 3 === 2 ? null : day(11, 1 + (index % 19), 16),
    })),
    total: count === 200 ? 431 : count,
    pages: count === 200 ? { first: "/account#applications", next: "/account?applications=x#applications" } : {},
  },
  sessions: {
    rows: [
      {
        id: "ses_1",
        current: true,
        device: "Firefox, Linux",
        address: "203.0.113.7",
        signedInAt: day(11, 2, 8),
        lastSeenAt: day(11, 20, 20),
      },
      {
        id: "ses_2",
        current: false,
        device: names.client,
        address: "2001:db8:1234:5678:9abc:def0:1234:5678",
        signedInAt: day(10, 9, 12),
        lastSeenAt: day(11, 18, 7),
      },
    ],
    total: 2,
    pages: {},
  },
});

type Kind = Pick<
  Parameters<typeof account>[1]["applications"]["rows"][number],
  "registered" | "logo" | "documentHost" | "destinations" | "scopes" | "blocked"
>;

const applicationKinds = (names: Names): Kind[] => [
  {
    registered: "metadata_document",
    logo: null,
    documentHost: names.host,
    destinations: [names.host, "loopback"],
    scopes: ["openid", "email", "account:read"],
    blocked: false,
  },
  { registered: "loopback", logo: null, documentHost: null, destinations: ["loopback"], scopes: [], blocked: false },
  { registered: "member", logo: sampleLogo, documentHost: null, destinations: [names.host], scopes: [], blocked: true },
];
