import { certificate, type CertificatePage } from "#pages/views/learn/certificate.ts";
import { checkCertificate } from "#pages/views/learn/check-certificate.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Names } from "./sample-views.ts";

const at = (month: number) => new Date(Date.UTC(2026, month - 1, 3, 9, 5));

/** The public pages of certificates. */
export const sampleCertificatePages = (
  page: PageContext & { member: Person; csrf: string },
  names: Names,
): [string, string][] => {
  const proof: CertificatePage = {
    serial: "7K3M-Q9ZD-4TWX-P2VA",
    status: "valid",
    studentName: names.person,
    courseName: names.client,
    issuedAt: at(6),
    expiresAt: null,
    pdf: null,
    badge: "/certificates/x/badge",
  };
  const nothing = { studentName: null, courseName: null, issuedAt: null, badge: null };
  return [
    ["certificate-check", checkCertificate(page, {})],
    ["certificate-unknown", checkCertificate(page, { unknown: "7K3M-Q9ZD" })],
    ["certificate", certificate(page, { ...proof, pdf: "/certificates/x/pdf" })],
    ["certificate-unnamed", certificate(page, { ...proof, studentName: null })],
    ["certificate-revoked", certificate(page, { ...proof, status: "revoked", ...nothing })],
    ["certificate-expired", certificate(page, { ...proof, status: "expired", expiresAt: at(7) })],
  ];
};
