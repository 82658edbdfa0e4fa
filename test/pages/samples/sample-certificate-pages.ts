import { certificate, type CertificatePage } from "#pages/views/learn/certificate.ts";
import { completion, type CompletionPage } from "#pages/views/learn/completion.ts";
import { checkCertificate } from "#pages/views/learn/check-certificate.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Names } from "./sample-views.ts";

/** Loaded from the page itself. */
export const samplePicture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 842 595'%3E%3C/svg%3E";

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
    image: samplePicture,
  };
  const nothing = { studentName: null, courseName: null, issuedAt: null, badge: null, image: null };
  const completed: CompletionPage = {
    csrf: page.csrf,
    course: { href: "/learn/knots", name: names.client },
    studentName: names.person,
    completedAt: at(6),
    certificate: {
      serial: proof.serial,
      image: samplePicture,
      href: "/certificates/x",
      url: "https://school.example/certificates/x",
      linkedIn: "https://www.linkedin.com/profile/add?name=x",
    },
    rating: { action: "/learn/knots/completion/rating", given: null, hasText: false, mayRate: true, text: "/review" },
    recommended: [{ slug: "tides", name: names.client, subtitle: names.site, language: "en", coverUrl: null }],
  };
  return [
    ["learn-completion", completion(page, completed)],
    [
      "learn-completion-plain",
      completion(page, {
        ...completed,
        studentName: null,
        certificate: null,
        rating: { ...completed.rating, given: 4 },
        recommended: [],
      }),
    ],
    ["certificate-check", checkCertificate(page, {})],
    ["certificate-unknown", checkCertificate(page, { unknown: "7K3M-Q9ZD" })],
    ["certificate", certificate(page, { ...proof, pdf: "/certificates/x/pdf" })],
    ["certificate-unnamed", certificate(page, { ...proof, studentName: null })],
    ["certificate-revoked", certificate(page, { ...proof, status: "revoked", ...nothing })],
    ["certificate-expired", certificate(page, { ...proof, status: "expired", expiresAt: at(7) })],
  ];
};
