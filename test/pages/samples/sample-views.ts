import type { Locale } from "#domain/platform/site/locales.ts";
import { sampleLogo } from "./sample-logo.ts";
import { adminSections, type AdminSectionName } from "#pages/admin/sections.ts";
import { createsFor, navigationFor } from "#pages/admin/navigation.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { mediaSettings } from "#pages/views/admin/settings/media.ts";
import { betaFeatures } from "#pages/views/admin/settings/beta-features.ts";
import { mail, type MailView } from "#pages/views/admin/settings/mail.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { sampleDesk } from "./sample-desk.ts";
import { sampleToday } from "./sample-today.ts";
import { account } from "#pages/views/account/account.ts";
import { consent } from "#pages/views/sign-in/consent.ts";
import { error } from "#pages/views/frame/error.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { signIn } from "#pages/views/sign-in/sign-in.ts";
import { logout } from "#pages/views/sign-in/logout.ts";
import { selectAccount } from "#pages/views/sign-in/select-account.ts";
import { signedOut } from "#pages/views/sign-in/signed-out.ts";
import { sampleAnalytics } from "./sample-analytics.ts";
import { sampleApplications } from "./sample-applications.ts";
import { sampleCheckout } from "./sample-checkout.ts";
import { sampleDocs } from "./sample-docs.ts";
import { sampleDevelopers } from "./sample-developers.ts";
import { sampleForms } from "./sample-forms.ts";
import { samplePageShell, samplePublic } from "./sample-public.ts";
import { sampleCertificates } from "./sample-certificates.ts";
import { sampleSubmissions } from "./sample-submissions.ts";
import { sampleSecurity } from "./sample-security.ts";
import { sampleMembers } from "./sample-members.ts";
import { sampleSuppressed } from "./sample-suppressed.ts";
import { sampleReviews } from "./sample-reviews.ts";
import { sampleApiKeys } from "./sample-api-keys.ts";
import { sampleProvisioning } from "./sample-provisioning.ts";
import { sampleWebhooks } from "./sample-webhooks.ts";
import { sampleProviders } from "./sample-providers.ts";
import { sampleKept } from "./sample-kept.ts";
import { sampleLearning } from "./sample-learning.ts";
import { sampleGettingIn } from "./sample-sign-up.ts";
import { sampleSecondFactors } from "./sample-second-factors.ts";
import { sampleSignInCodes } from "./sample-sign-in-codes.ts";
import { sampleNotifications } from "./sample-notifications.ts";
import {
  appConsent,
  documentConsent,
  integrationConsent,
  loopbackConsent,
  memberConsent,
  operatorConsent,
  staffConsent,
} from "./sample-consent.ts";
import { refusedProfile, sampleAccount } from "./sample-account.ts";

/** Names chosen by others, and unbreakable addresses. */
export type Names = { site: string; person: string; email: string; client: string; path: string; host: string };

export const plainNames: Record<Locale, Names> = {
  en: {
    site: "Harbour Evening School",
    person: "Ada Okafor",
    email: "ada@harbour.example",
    client: "Reading List",
    path: "/callback",
    host: "reading-list.example",
  },
  "zh-TW": {
    site: "港灣夜校",
    person: "林雅婷",
    email: "yating@harbour.example",
    client: "讀書筆記",
    path: "/callback",
    host: "reading-list.example",
  },
};

const long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsstelle".repeat(2);

export const longNames: Names = {
  site: long,
  person: long,
  email: `${"a".repeat(64)}@${"subdomain.".repeat(12)}example`,
  client: long,
  path: `/${"callback".repeat(30)}?next=${"x".repeat(200)}`,
  host: `${"a".repeat(60)}.${"b".repeat(60)}.example`,
};

const markup = `"><script>alert(1)</script><img src=x onerror=alert(2)>'{client}`;

export const hostileNames: Names = {
  site: markup,
  person: markup,
  email: markup,
  client: markup,
  path: `/${markup}`,
  host: markup,
};

/** Every page in every state that looks different, by a name for its picture. */
export const sampleViews = (locale: Locale, names: Names): ReadonlyMap<string, string> => {
  const visitor: PageContext = {
    locale,
    timeZone: "UTC",
    site: { name: names.site, origin: "https://learn.harbour.example" },
  };
  const member = { name: names.person, email: names.email };
  const signedIn = { ...visitor, member, csrf: "c5rf" };
  const ofMember = { ...signedIn, shell: samplePageShell(names), path: "/account" };
  const form = { csrf: "c5rf", action: "/sign-in" };
  const admin = (section: AdminSectionName): AdminPage => ({
    ...signedIn,
    section: adminSections[section].path,
    navigation: navigationFor(
      { kind: "cli" },
      { ...SiteSettings.parse({}), betaFeatures: ["mcp_connections"] },
      ["owner"],
      locale,
    ),
    creates: createsFor({ kind: "cli" }, locale),
    keeper: "harbour",
    isFolded: false,
  });
  return new Map([
    ...samplePublic(visitor, names),
    ...sampleProviders({ visitor, member: ofMember, admin }, names),
    ["sign-in", signIn(visitor, form)],
    ["sign-in-for-client", signIn(visitor, { ...form, client: { name: names.client } })],
    ["sign-in-for-client-logo", signIn(visitor, { ...form, client: { name: names.client, logo: sampleLogo } })],
    [
      "sign-in-wrong",
      signIn(visitor, {
        ...form,
        client: { name: names.client },
        email: names.email,
        problem: { kind: "wrong_credentials" },
      }),
    ],
    ["sign-in-too-many", signIn(visitor, { ...form, problem: { kind: "too_many", retryAfterSeconds: 700 } })],
    ["sign-in-expired", signIn(visitor, { ...form, problem: { kind: "session_expired" } })],
    ["sign-in-other", signIn(visitor, { ...form, problem: { kind: "other_account" } })],
    ["sign-in-meanwhile", signIn(visitor, { ...form, problem: { kind: "signed_out_meanwhile" } })],
    ["sign-in-again", signIn(visitor, { ...form, email: names.email, emailLocked: true })],
    ...sampleGettingIn(visitor, signedIn, names),
    ...sampleSignInCodes(visitor, names),
    ...sampleSecondFactors({ visitor, member: ofMember }, names),
    ...sampleLearning(names, ofMember),
    ...sampleKept(names, { ...visitor, shell: samplePageShell(names), path: "/learn", copiedAt: new Date(0) }),
    ["consent-loopback", consent(signedIn, loopbackConsent(names))],
    ["consent-member", consent(signedIn, memberConsent(names))],
    ["consent-app", consent(signedIn, appConsent(names))],
    ["consent-operator", consent(signedIn, operatorConsent(names))],
    ["consent-document-loopback", consent(signedIn, documentConsent(names))],
    ["consent-integration", consent(signedIn, integrationConsent(names))],
    ["consent-staff", consent(signedIn, staffConsent(names))],
    ["account", account(ofMember, sampleAccount(names, 3))],
    ["account-profile-refused", account(ofMember, refusedProfile(names))],
    ["account-200", account(ofMember, { ...sampleAccount(names, 200), notice: "application_revoked" })],
    [
      "account-empty",
      account(
        { ...ofMember, member: { ...member, name: null } },
        {
          csrf: "c5rf",
          profile: { name: "", picture: null, problems: [] },
          timeZone: { own: null, ofSchool: "Europe/London" },
          roles: [],
          access: { providers: false, verified: true, mails: false, offersFactors: false },
          unread: 0,
          applications: { rows: [], total: 0, pages: {} },
          sessions: { rows: sampleAccount(names, 0).sessions.rows.slice(0, 1), total: 1, pages: {} },
        },
      ),
    ],
    ...sampleNotifications(ofMember, visitor, names),
    ...sampleToday(admin("overview"), names),
    ...sampleDesk(admin("overview"), names),
    ["admin-mail", mail(admin("mail"), sampleMail)],
    ["admin-mail-wrong", mail(admin("mail"), { ...sampleMail, typed: "hello", outcome: "wrong" })],
    ["admin-mail-limited", mail(admin("mail"), { ...sampleMail, outcome: "limited" })],
    ["admin-mail-verified", mail(admin("mail"), { ...sampleMail, state: "verified", outcome: "saved" })],
    ["admin-media", mediaSettings(admin("media"), { typed: "https://cdn.example", saved: true, problem: undefined })],
    [
      "admin-media-refused",
      mediaSettings(admin("media"), {
        typed: "http://cdn.example/x",
        saved: false,
        problem: { kind: "syntax", line: 1 },
      }),
    ],
    ["admin-beta-features", betaFeatures(admin("betaFeatures"), { enabled: [], saved: false })],
    ["admin-beta-features-saved", betaFeatures(admin("betaFeatures"), { enabled: ["mcp_connections"], saved: true })],
    ...sampleAnalytics(admin, names),
    ...sampleApplications(admin("applications"), names),
    ...sampleDevelopers(admin, names),
    ...sampleSecurity(admin, names),
    ...sampleMembers(admin, names),
    ...sampleForms(admin, names),
    ...sampleReviews(admin, names),
    ...sampleCertificates(admin, names),
    ...sampleSubmissions(admin, names),
    ...sampleCheckout(visitor, signedIn, admin, names),
    ...sampleApiKeys(admin, names),
    ...sampleProvisioning(admin, names),
    ...sampleWebhooks(admin, names),
    [
      "error-authorize",
      error(visitor, {
        status: 400,
        code: "invalid_request",
        title: "redirect_uri is not registered for this client",
        detail: `The request names https://${names.host}${names.path}, and the client is registered for http://127.0.0.1/callback.`,
        requestId: "req-4f1c",
      }),
    ],
    ["error-404", error(visitor, { status: 404 })],
    ["error-429", error(signedIn, { status: 429, back: { href: "/sign-in", label: names.client } })],
    ["error-500", error(visitor, { status: 500, requestId: "0199f3c8-6a51-7c1e-9b0e-4b1d7b2f6a3d" })],
    ...sampleDocs(visitor),
    ["signed-out", signedOut(visitor)],
    [
      "signed-out-by-client",
      signedOut(visitor, { back: { name: names.client, href: "https://app.example/signed-out" } }),
    ],
    [
      "signed-out-elsewhere",
      signedOut(visitor, { elsewhere: { name: names.client, address: "https://login.example/slo?SAMLRequest=a" } }),
    ],
    ["select-account", selectAccount(signedIn, { ...form, memberId: "mbr_x", client: { name: names.client } })],
    ["logout", logout(signedIn, { ...form, client: { name: names.client } })],
  ]);
};

const sampleMail: MailView = {
  typed: "hello@school.example",
  outcome: undefined,
  sendsMail: true,
  state: "unverified",
  senderAddress: "hello@school.example",
  limit: 500,
  reportAddress: "https://school.example/email-reports/lmr_Zm9yIHNhbXBsZXMgb25seSwgbm90IGEgc2VjcmV0IQ",
  suppressed: sampleSuppressed,
  pages: { next: "/admin/settings/mail?cursor=c2FtcGxl" },
};
