import { certificateUrl, type CertificateRow } from "#domain/learning/certificates/certificate.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { contexts, issuerAddress, issuerProfile } from "./issuer.ts";
import { listLength, statusListAddress } from "./status-list.ts";

type Certified = Pick<CertificateRow, "id" | "serial" | "courseId" | "studentName" | "courseName" | "issuedAt"> & {
  expiresAt: Date | null;
  statusIndex: number;
};

/**
 * An OpenBadgeCredential as the payload of a JWT: the credential itself, with the registered claims beside (Open Badges
 * 3.0 §8.2.4). Contains nothing about the student that the certificate does not show. A hash of the email address would
 * let anyone confirm a guess, because its salt is public.
 */
export function badgeOf(site: Site, certificate: Certified): object {
  const { serial, studentName, courseName, expiresAt } = certificate;
  const id = `${certificateUrl(site, serial)}/badge`;
  const subject = `urn:uuid:${certificate.id}`;
  const validFrom = wholeSecond(certificate.issuedAt);
  const validUntil = expiresAt && wholeSecond(expiresAt);
  const text = textIn(site.defaultLocale);
  const list = statusListAddress(site, Math.floor(certificate.statusIndex / listLength));
  const index = String(certificate.statusIndex % listLength);
  return {
    "@context": contexts,
    id,
    type: ["VerifiableCredential", "OpenBadgeCredential"],
    name: courseName,
    issuer: issuerProfile(site),
    validFrom: validFrom.toISOString(),
    ...(validUntil && { validUntil: validUntil.toISOString() }),
    awardedDate: validFrom.toISOString(),
    credentialSubject: {
      id: subject,
      type: ["AchievementSubject"],
      ...(studentName !== null && {
        identifier: [{ type: "IdentityObject", hashed: false, identityHash: studentName, identityType: "name" }],
      }),
      achievement: {
        id: `urn:uuid:${certificate.courseId}`,
        type: ["Achievement"],
        achievementType: "CertificateOfCompletion",
        name: courseName,
        description: text.description(courseName, site.name),
        criteria: { narrative: text.criteria },
      },
    },
    credentialStatus: {
      id: `${list}#${index}`,
      type: "BitstringStatusListEntry",
      statusPurpose: "revocation",
      statusListIndex: index,
      statusListCredential: list,
    },
    credentialSchema: [
      {
        id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
        type: "1EdTechJsonSchemaValidator2019",
      },
    ],
    iss: issuerAddress(site),
    jti: id,
    sub: subject,
    nbf: validFrom.getTime() / 1000,
    ...(validUntil && { exp: validUntil.getTime() / 1000 }),
  };
}

/** `nbf` has whole seconds and must equal `validFrom`. */
const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

const texts = {
  en: {
    description: (course: string, school: string) => `Completion of the course “${course}” at ${school}.`,
    criteria: "The student completed the required lectures of the course.",
  },
  "zh-TW": {
    description: (course: string, school: string) => `在${school}完成「${course}」課程。`,
    criteria: "學員已完成課程的必修單元。",
  },
};

const textIn = (locale: string) => (locale === "zh-TW" ? texts["zh-TW"] : texts.en);
