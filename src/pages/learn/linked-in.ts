import type { Site } from "#domain/platform/site/site.ts";
import { dateIn } from "#lib/time/zoned-time.ts";
import { certificateAddress } from "./addresses.ts";

interface Certified {
  course: string;
  site: Pick<Site, "name" | "origin">;
  timeZone: string;
  serial: string;
  issuedAt: Date;
  expiresAt: Date | null;
}

/** Returns the address of LinkedIn's form that adds a certificate to a profile, filled in. */
export function linkedInAddress({ course, site, timeZone, serial, issuedAt, expiresAt }: Certified): string {
  const issued = monthOf(timeZone, issuedAt);
  const expires = expiresAt && monthOf(timeZone, expiresAt);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: course,
    organizationName: site.name,
    issueYear: issued.year,
    issueMonth: issued.month,
    ...(expires && { expirationYear: expires.year, expirationMonth: expires.month }),
    certUrl: `${site.origin}${certificateAddress(serial)}`,
    certId: serial,
  });
  return `https://www.linkedin.com/profile/add?${query.toString()}`;
}

function monthOf(timeZone: string, at: Date): { year: string; month: string } {
  const [year = "", month = ""] = dateIn(timeZone, at).split("-");
  return { year, month: String(Number(month)) };
}
