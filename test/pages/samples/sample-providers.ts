import type { AdminSectionName } from "#pages/admin/sections.ts";
import { SiteSettings } from "#domain/platform/site/settings.ts";
import { rulesOf } from "#pages/admin/sign-in/role-rules.ts";
import { valuesOf } from "#pages/admin/sign-in/form-values.ts";
import { accountSignIn } from "#pages/views/account/account-sign-in.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { providerSettings, type ProviderSettingsView } from "#pages/views/admin/sign-in/provider.ts";
import { providerList } from "#pages/views/admin/sign-in/providers.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { leaving } from "#pages/views/sign-in/providers/leaving.ts";
import { insteadOfPassword, providerProblem, unproven } from "#pages/views/sign-in/providers/provider-message.ts";
import { testResult } from "#pages/views/sign-in/providers/test-result.ts";
import { signIn } from "#pages/views/sign-in/sign-in.ts";
import type { Names } from "./sample-views.ts";

interface Contexts {
  visitor: PageContext;
  member: PageContext & { member: Person };
  admin: (section: AdminSectionName) => AdminPage;
}

const at = new Date(Date.UTC(2026, 10, 18, 9, 5));

/** Sign-in with identity providers: visitors, members and owners. */
export function sampleProviders({ visitor, member, admin }: Contexts, names: Names): [string, string][] {
  const provider = names.client;
  const csrf = "c5rf";
  const providers = [
    { name: "Google", action: "/sign-in/with/idp_1" },
    { name: provider, action: "/sign-in/with/idp_2" },
  ];
  const company = { name: "via", value: "provider" };
  const form = { csrf, action: "/sign-in", forgotten: "/password/forgotten", signUp: "/sign-up" };
  const identity = { id: "idp_1", name: "Google", email: names.email, lastUsedAt: at, mayDisconnect: true };
  const ways = {
    csrf,
    notice: undefined,
    taken: undefined,
    problems: [],
    available: [{ id: "idp_2", name: provider }],
  };
  const settings = sampleSettings(names);
  return [
    ["sign-in-providers", signIn(visitor, { ...form, providers, company })],
    [
      "sign-in-providers-none",
      signIn(visitor, { ...form, providers, company, email: names.email, problem: { kind: "noProvider" } }),
    ],
    ["provider-leaving", leaving(visitor, { provider, address: "https://login.example/authorize" })],
    ["provider-instead", insteadOfPassword(visitor, providers[1]!, csrf)],
    ["provider-problem", providerProblem(visitor, { kind: "invalid", provider, again: "/sign-in" })],
    ...(["stale", "undated", "another"] as const).map((kind): [string, string] => [
      `provider-problem-${kind}`,
      providerProblem(visitor, { kind, provider, again: "/account/confirm", confirms: kind === "another" }),
    ]),
    ["provider-unproven", unproven(visitor, { provider, signIn: "/sign-in", signUp: "/sign-up" })],
    [
      "account-sign-in",
      accountSignIn(member, { ...ways, connected: [identity], proof: "password", notice: "connected" }),
    ],
    [
      "account-sign-in-last",
      accountSignIn(member, {
        ...ways,
        connected: [{ ...identity, mayDisconnect: false }],
        proof: "missing",
        taken: provider,
      }),
    ],
    ["account-sign-in-none", accountSignIn(member, { ...ways, available: [], connected: [], proof: "recent" })],
    [
      "admin-sign-in",
      providerList(admin("signIn"), {
        providers: [],
        mayChange: true,
        isRemoved: false,
        byEmail: "off",
        stepUp: "off",
        maxAge: 3600,
        sendsMail: false,
        rules: { typed: rulesOf(SiteSettings.parse({})), wrong: new Set() },
      }),
    ],
    [
      "admin-sign-in-wrong",
      providerList(admin("signIn"), {
        providers: [{ id: "idp_1", name: provider, issuer: `https://${names.host}`, active: true }],
        mayChange: true,
        isRemoved: true,
        byEmail: "first",
        stepUp: "two-factors",
        maxAge: 5400,
        sendsMail: true,
        rules: {
          typed: rulesOf(SiteSettings.parse({ secondFactorRequired: ["owner"], sessionIdleOwner: 1800 })),
          wrong: new Set(["sessionAbsoluteOwner"]),
        },
        typed: { choice: "other", name: provider, issuer: names.path },
        wrong: new Set(["issuer"]),
      }),
    ],
    ["admin-sign-in-provider", providerSettings(admin("signIn"), settings)],
    [
      "admin-sign-in-provider-wrong",
      providerSettings(admin("signIn"), {
        ...settings,
        notice: undefined,
        wrong: new Set(["domains", "groupRoles", "passwordsOff", "password"]),
      }),
    ],
    ["admin-sign-in-saml-new", providerSettings(admin("signIn"), { ...asSaml(settings, undefined), notice: "added" })],
    [
      "admin-sign-in-saml",
      providerSettings(admin("signIn"), {
        ...asSaml(settings, `https://${names.host}/metadata`),
        notice: undefined,
        wrong: new Set(["metadata"]),
      }),
    ],
    ...(["apple", "line"] as const).map((preset): [string, string] => [
      `admin-sign-in-${preset}`,
      providerSettings(admin("signIn"), {
        ...settings,
        provider: { ...settings.provider, preset, hasSecret: false },
        notice: "added",
        wrong: new Set(preset === "apple" ? ["keyId", "clientSecret"] : []),
      }),
    ]),
    [
      "provider-test",
      testResult(member, {
        provider,
        back: "/admin/settings/sign-in",
        outcome: {
          email: names.email,
          isProven: true,
          roles: ["lecturer"],
          claims: { sub: names.path, email: names.email, email_verified: true, groups: ["teachers", names.client] },
        },
      }),
    ],
    [
      "provider-test-failed",
      testResult(member, { provider, back: "/admin/settings/sign-in", outcome: { error: names.path } }),
    ],
  ];
}

/** The settings of a SAML provider, before its metadata is known and after. */
function asSaml(view: ProviderSettingsView, metadataAddress: string | undefined): ProviderSettingsView {
  const base = "https://learn.harbour.example/sign-in/with/idp_01k9g2c8p4e6t0v3x5y7z9b1d3";
  const provider: ProviderSettingsView["provider"] = {
    ...view.provider,
    protocol: "saml",
    issuer: metadataAddress ?? "",
    isReady: metadataAddress !== undefined,
    saml: {
      signInAddress: metadataAddress === undefined ? "" : "https://login.harbour.example/saml/sso",
      logoutAddress: null,
      metadataAddress: metadataAddress ?? null,
      fingerprints: metadataAddress === undefined ? [] : [Array.from({ length: 32 }, () => "A7").join(":")],
    },
  };
  const addresses = {
    metadataAddress: `${base}/metadata`,
    consumerAddress: `${base}/acs`,
    logoutAddress: `${base}/single-logout`,
  };
  return { ...view, provider, values: valuesOf(provider), addresses };
}

function sampleSettings(names: Names): ProviderSettingsView {
  const origin = "https://learn.harbour.example/sign-in/with/idp_01k9g2c8p4e6t0v3x5y7z9b1d3";
  const provider: ProviderSettingsView["provider"] = {
    id: "01a20996-85af-7509-90fe-5c10efa1da62",
    protocol: "openid",
    preset: "other",
    isReady: true,
    saml: null,
    issuer: `https://${names.host}`,
    name: names.client,
    clientId: names.path,
    teamId: null,
    keyId: null,
    hasSecret: true,
    scopes: ["openid", "email", "profile"],
    domains: ["harbour.example", names.host],
    groupsClaim: "groups",
    groupRoles: { teachers: ["lecturer"], [names.client]: ["manager", "lecturer"] },
    createsMembers: true,
    passwordsOff: false,
    active: true,
  };
  return {
    id: "idp_01k9g2c8p4e6t0v3x5y7z9b1d3",
    provider,
    values: valuesOf(provider),
    addresses: {
      redirectAddress: `${origin}/callback`,
      backChannel: `${origin}/back-channel-logout`,
      frontChannel: `${origin}/front-channel-logout`,
    },
    mayChange: true,
    proof: "password",
    notice: "saved",
    wrong: new Set(),
  };
}
