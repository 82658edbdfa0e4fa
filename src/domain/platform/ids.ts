import { v7 } from "uuid";
import * as z from "zod";
import { decodeBase32, encodeBase32 } from "#lib/ids.ts";

/** The prefix of every kind of id on the wire: `crs_` + 26 letters of base32. */
const prefixes = {
  site: "sit",
  member: "mbr",
  memberField: "mfd",
  memberNote: "mnt",
  invitation: "inv",
  group: "grp",
  session: "ses",
  client: "cli",
  grant: "gra",
  authorization: "aut",
  course: "crs",
  coursePlan: "cpl",
  courseCategory: "cct",
  review: "rev",
  lecturer: "ltr",
  file: "fil",
  upload: "upl",
  section: "sec",
  lecture: "lec",
  attachment: "att",
  enrollment: "enr",
  lectureProgress: "lpr",
  quizAttempt: "qat",
  submission: "sbm",
  certificate: "crt",
  membershipPlan: "mpl",
  membershipPricing: "prc",
  subscription: "sbs",
  coupon: "cpn",
  couponRedemption: "crd",
  event: "evn",
  eventTicket: "tkt",
  eventRegistration: "reg",
  eventCategory: "ect",
  order: "ord",
  orderLine: "oli",
  payment: "pay",
  refund: "rfd",
  bundle: "bdl",
  digitalProduct: "dpr",
  digitalProductGrant: "dgr",
  consultingService: "csv",
  consultingGrant: "cgr",
  consultingBooking: "bkg",
  post: "pst",
  postCategory: "pct",
  page: "pag",
  pageRevision: "prv",
  redirect: "rdr",
  comment: "cmt",
  form: "frm",
  formSubmission: "fsb",
  notification: "ntf",
  webhookEndpoint: "whe",
  webhookEvent: "evt",
  webhookDelivery: "dlv",
  job: "job",
  jobResult: "jbr",
  auditEntry: "aud",
} as const;

export type IdKind = keyof typeof prefixes;

export const idKinds = Object.keys(prefixes) as IdKind[];

/**
 * Ids are made here, never in the database: UUIDv7, so that they sort by the
 * order of their making, within one millisecond too.
 */
export const newId = (): string => v7();

/** The id as it is written on every wire. */
export const formatId = (kind: IdKind, uuid: string): string => `${prefixes[kind]}_${encodeBase32(uuid)}`;

/** An id of this kind as documentation shows one: of nothing that exists. */
export const exampleId = (kind: IdKind): string => `${prefixes[kind]}_01k9g2c8p4e6t0v3x5y7z9b1d3`;

/** The UUID behind an id of this kind, or undefined. */
export function parseId(kind: IdKind, text: string): string | undefined {
  const prefix = `${prefixes[kind]}_`;
  return text.startsWith(prefix) ? decodeBase32(text.slice(prefix.length)) : undefined;
}

/** The kind as it is called in a sentence: `digital product`. */
export const inWords = (kind: IdKind): string => kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A thing of this kind, in words. */
export function one(kind: IdKind): string {
  const words = inWords(kind);
  return `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
}

/** A UUID inside, a prefixed id on every wire. A wrong prefix names the kind that was expected. */
export const Id = (kind: IdKind) =>
  z
    .codec(z.string(), z.string(), {
      decode(text, context) {
        const uuid = parseId(kind, text);
        if (uuid) return uuid;
        context.issues.push({
          code: "custom",
          input: text,
          params: { code: "invalid_id" },
          message: `Expected the id of ${one(kind)}: ${prefixes[kind]}_ and 26 letters or digits.`,
        });
        return z.NEVER;
      },
      encode: (uuid) => formatId(kind, uuid),
    })
    .meta({ description: `Id of ${one(kind)}`, examples: [exampleId(kind)] });
