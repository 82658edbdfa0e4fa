import { type InhabitedDirectory, insertDirectory } from "./inhabited-directory.ts";
import { aWaitingCode } from "./waiting-code.ts";
import { anApiKey } from "./api-key.ts";
import { insertRequest } from "#domain/learning/self-enrollment/queries.ts";
import { anonymous } from "#access/caller.ts";
import { rows } from "#database/statements/sql.ts";
import { insertCertificate } from "#domain/learning/certificates/queries.ts";
import { issueBadge } from "#domain/learning/open-badges/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { sealMail } from "#domain/messages/mail/postbox.ts";
import type { Purpose } from "#domain/messages/mail-links/mail-link.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { keepReport, recordProgress } from "#domain/learning/progress/queries.ts";
import { rememberBrowser } from "#domain/people/sessions/known-browsers.ts";
import { Logo } from "#oauth/client-logos/logo.ts";
import { saveLogo } from "#oauth/client-logos/queries.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { insertDocument } from "#oauth/metadata-documents/queries.ts";
import { unreviewed } from "#oauth/metadata-documents/review.ts";
import type { TestBrowser } from "../browser-session.ts";
import { now } from "../clock.ts";
import { newestId } from "./newest-id.ts";
import { database } from "../databases/database.ts";
import { insertCheckout } from "./inhabited-checkout.ts";
import { insertExerciseWork, insertExercises } from "./inhabited-course.ts";
import { insertPeople } from "./inhabited-people.ts";
import { insertProducts } from "./inhabited-products.ts";
import { insertIdentityProvider } from "./inhabited-provider.ts";
import { insertFiles } from "./inhabited-files.ts";
import { insertJobs } from "./inhabited-jobs.ts";
import { insertResources } from "./inhabited-resources.ts";
import { insertSales } from "./inhabited-sales.ts";
import { insertCatalog } from "./inhabited-catalog.ts";
import { insertWebhooks } from "./inhabited-webhooks.ts";
import { insertWritings } from "./inhabited-writings.ts";
import { muteTopic } from "./records.ts";
import { aPicture } from "./pictures.ts";
import { type AClient, type AMember, aSite, type ASite, authorizeUrl, badges, mailKey, type Tokens } from "../world.ts";
import { newSerial } from "../../../src/domain/learning/certificates/certificate.ts";

/** A site with a member, and one row of every kind that could leak to another site. */
export interface InhabitedSite {
  site: ASite;
  member: AMember;
  /** Public, with remembered consent for its redirect; and a confidential one. */
  client: AClient;
  confidential: AClient;
  /** A self-registered client, and one with a document: their list ids. */
  registered: string;
  documented: string;
  tokens: Tokens;
  /** Tokens of the confidential client. */
  confidentialTokens: Tokens;
  /** Not redeemed yet. */
  code: string;
  verifier: string;
  /** A webhook endpoint id, in API format. */
  webhook: string;
  /** An identity provider's id, in API format. */
  identityProvider: string;
  /** An API key's id, in API format. */
  apiKey: string;
  /** A directory with a key, a user and a group. */
  directory: InhabitedDirectory;
  /** Signed in, with a pending authorization request. */
  browser: TestBrowser;
  authorization: string;
  grant: string;
  session: string;
  /** Valid secrets of links that were emailed to the member. */
  links: Record<Purpose, string>;
  /** Secret of the mailed link of a code that waits in the browser. */
  codeLink: string;
  /** Texts that no other site may ever show. */
  secrets: string[];
}

export async function anInhabitedSite(name: string): Promise<InhabitedSite> {
  // The code must not expire during a long list of attempts.
  const settings = { authorizationCodeLifetime: 600 };
  const site = await aSite({
    betaFeatures: ["mcp_connections"],
    openSignUp: true,
    signInByEmail: "offered",
    ...settings,
  });
  const member = await site.member({
    name: `${name} Zebedee`,
    email: `${name.toLowerCase()}-${newId()}@example.test`,
    roles: ["owner", "student"],
  });
  const client = await site.operatorClient({ name: `${name} Sextant` });
  const confidential = await site.operatorClient({ name: `${name} Ledger`, confidential: true });
  const { clientId: registered } = await site.register({ client_name: `${name} Plumb` });
  const documented = await describeClient(site, name);
  await enroll(site, member, name);
  await anOpenBadge(site);
  await insertWritings(site, member, name);
  await insertCatalog(site, member, name);
  await insertSales(site, member, name);
  await insertCheckout(site, member, name);
  await insertFiles(site, member, name);
  await insertJobs(site, member, name);
  await insertProducts(site, member, name);
  await insertPeople(site, member, name);
  await insertResources(site, name);
  const webhook = await insertWebhooks(site, name);
  const identityProvider = await insertIdentityProvider(site, member, name);
  const { id: apiKey } = await anApiKey(site, member, ["courses:read"], { name: `${name} sync` });
  const directory = await insertDirectory(site, name);
  await saveLogo(site.context(), parseClientId(client.clientId)!, Logo.parse(aPicture()));

  const tokens = await site.connect(client, member, "openid email profile account:read");
  const confidentialTokens = await site.connect(confidential, member, "openid account:read");
  const { code, verifier } = await site.allow(client, member, "openid");
  const browser = await site.signedIn(member);
  const waiting = await browser.open(authorizeUrl(client, { scope: "openid", prompt: "consent" }).url);
  const authorization = new URLSearchParams(waiting.address.split("?")[1]).get("authorization")!;
  await rememberBrowser(site.context(), member.id, "lbr_any");
  await muteTopic(site, member, "announcement");
  await announceTo(site, name);

  const codeLink = await aWaitingCode(site, member, browser);
  const links = await mailLinks(site, member);
  await keepMail(site, member);

  const grant = await newestId(site.id, "grants");
  const session = await newestId(site.id, "sessions");
  return {
    site,
    member,
    client,
    confidential,
    registered,
    documented,
    tokens,
    confidentialTokens,
    code,
    verifier,
    browser,
    authorization,
    webhook,
    identityProvider,
    apiKey,
    directory,
    grant: formatId("grant", grant),
    session: formatId("session", session),
    links,
    codeLink,
    secrets: [
      `${name} Zebedee`,
      member.email,
      member.sub,
      `${name} Sextant`,
      `${name} Ledger`,
      site.origin,
      name,
      name.toLowerCase(),
    ],
  };
}

async function describeClient(site: ASite, name: string): Promise<string> {
  const id = newId();
  const clientId = `https://${name.toLowerCase()}.example/client.json`;
  const redirectUris = [`https://${name.toLowerCase()}.example/callback`];
  const document = { name: `${name} Astrolabe`, redirectUris, postLogoutRedirectUris: [] };
  await insertDocument(site.context(), id, { clientId, document, fetchedAt: now(), expiresAt: now() }, unreviewed);
  return formatClientId(id);
}

/** A member in a course of this name. */
export async function enroll(site: ASite, member: AMember, name: string): Promise<void> {
  const scope = { db: database, site: site.site };
  const [courseId, sectionId, lectureId, enrollmentId] = [newId(), newId(), newId(), newId()];
  const course = { id: courseId, slug: name.toLowerCase(), name, language: "en", position: 0, descriptionMarkdown: "" };
  await insertCourse(scope, { ...course, status: "published", publishedAt: now() }, now());
  await insertSection(scope, { id: sectionId, courseId, title: name, position: 0 }, now());
  const lecture = { id: lectureId, courseId, sectionId, title: name, position: 0, kind: "text" } as const;
  await insertLecture(scope, lecture, now());
  await insertExercises(site, lectureId, name);
  const dates = { startsAt: now(), enrolledAt: now(), expiresAt: null };
  await insertEnrollment(scope, { id: enrollmentId, studentId: member.id, courseId, ...dates }, now());
  const position = { kind: "position", positionSeconds: 30, occurredAt: now() } as const;
  await recordProgress({ ...scope, now: now() }, { enrollmentId, lectureId, ...position });
  await keepReport(scope, { enrollmentId, id: newId() }, now());
  await insertExerciseWork(site, { enrollmentId, studentId: member.id, courseId, lectureId }, name);
  const certificate = { id: newId(), serial: newSerial(), enrollmentId, studentId: member.id, courseId };
  await insertCertificate(scope, { ...certificate, studentName: name, courseName: name, issuedAt: now() }, now());
  await insertRequest(scope, newId(), { memberId: member.id, courseId }, now());
}

/** The badge of the certificate, which creates the key and the status list of the site. */
async function anOpenBadge(site: ASite): Promise<void> {
  const { serial } = await database.one<{ serial: string }>`
    select serial from certificates where site_id = ${site.site.id} limit 1`;
  await perform(issueBadge, { ...site.context(), db: database, caller: anonymous, badges }, { serial });
}

async function mailLinks(site: ASite, { email, accountId }: AMember): Promise<Record<Purpose, string>> {
  const mailed = (purpose: Purpose) => {
    const isNew = purpose === "sign_up";
    return insertMailLink(site.context(), {
      purpose,
      accountId: isNew ? null : accountId,
      email: isNew ? `new-${email}` : email,
    });
  };
  return {
    sign_up: await mailed("sign_up"),
    set_password: await mailed("set_password"),
    verify_email: await mailed("verify_email"),
    change_email: await mailed("change_email"),
    invitation: await mailed("invitation"),
    verify_sender: await mailed("verify_sender"),
    member_merge: await mailed("member_merge"),
    purchase: await mailed("purchase"),
  };
}

/** Notifies all members of the site. */
const announceTo = (site: ASite, name: string): Promise<void> =>
  announce(
    site.context(),
    { kind: "members" },
    { topic: "announcement", content: { title: name, body: name }, cause: name },
  );

/** A stored email for the development mailbox, at a site that is not on this machine. */
async function keepMail({ site }: ASite, { email }: AMember): Promise<void> {
  const about = { siteId: site.id, messageId: "<1@example.test>", expiresAt: now() };
  const from = { name: site.name, address: "no-reply@example.test" };
  const mail = { ...about, from, to: email, subject: email, text: email, html: "" };
  const kept = { siteId: site.id, id: newId(), sealed: sealMail(mailKey, mail), createdAt: now() };
  await database.run`insert into mailbox_mails ${rows(kept)}`;
}

/** Every row of the site in these tables, for comparison. */
export async function rowsOf({ site }: ASite, tables: readonly string[]): Promise<Record<string, string[]>> {
  const entries = tables.map(async (table) => {
    const { rows } = await database.pool.query<{ row: string }>(
      `select to_jsonb(${table})::text as row from ${table} where site_id = $1 order by 1`,
      [site.id],
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
