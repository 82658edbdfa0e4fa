import type { AdminSectionName } from "#pages/admin/sections.ts";
import { certificatePage, type CertificateView } from "#pages/views/admin/certificates/certificate.ts";
import {
  certificateList,
  type CertificateList,
  type CertificateRowView,
} from "#pages/views/admin/certificates/certificates.ts";
import { certificatesOfCourses } from "#pages/views/admin/certificates/certificates-of-courses.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** The admin pages of certificates. */
export function sampleCertificates(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("certificates");
  const row: CertificateRowView = {
    id: "crt_01k9g2c8p4e6t0v3x5y7z9b1d3",
    serial: "7K3M-Q9ZD-4TWX-P2VA",
    status: "valid",
    studentName: names.person,
    courseName: names.client,
    issuedAt: at(9),
  };
  const revoked = { ...row, id: "crt_01k9g2c8p4e6t0v3x5y7z9b1d4", status: "revoked", studentName: null } as const;
  const list: CertificateList = {
    certificates: [row, revoked, { ...row, id: "crt_01k9g2c8p4e6t0v3x5y7z9b1d5", status: "expired" }],
    filter: "all",
    creation: { label: "New certificate", href: "/admin/certificates/new" },
    search: names.person,
    pages: { next: "/admin/certificates?status=all&cursor=x" },
  };
  const one: CertificateView = {
    ...row,
    version: 1,
    studentId: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
    url: "https://learn.harbour.example/certificates/7K3M-Q9ZD-4TWX-P2VA",
    expiresAt: at(10),
    revokedAt: null,
    revokeReason: null,
    typed: "",
    isRefused: false,
    notice: "issued",
  };
  const courses = {
    courses: [
      { id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.client, months: null },
      { id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d4", name: names.person, months: 12 },
    ],
    pages: { next: "/admin/certificates/courses?cursor=x" },
    notice: "saved",
  } as const;
  return [
    ["admin-certificates", certificateList(page, list)],
    ["admin-certificates-none", certificateList(page, { ...list, certificates: [], search: "", pages: {} })],
    ["admin-certificates-no-match", certificateList(page, { ...list, certificates: [], pages: {} })],
    ["admin-certificates-of-courses", certificatesOfCourses(page, courses)],
    ["admin-certificate", certificatePage(page, one)],
    ["admin-certificate-refused", certificatePage(page, { ...one, typed: "x", isRefused: true, notice: undefined })],
    [
      "admin-certificate-revoked",
      certificatePage(page, {
        ...one,
        ...revoked,
        revokedAt: at(11),
        revokeReason: names.site,
        notice: "revoked",
      }),
    ],
  ];
}
