import { scopeNames, scopes } from "#access/scopes.ts";
import { sampleLogo } from "./sample-logo.ts";
import type { Consent } from "#pages/views/sign-in/consent.ts";
import type { Names } from "./sample-views.ts";

const answer = { csrf: "c5rf", action: "/oauth/authorize/decision", memberId: "mbr_0123456789abcdefghjkmnpqrs" };

export const loopbackConsent = (names: Names): Consent => ({
  ...answer,
  client: { name: names.client, agent: true, registered: "loopback" },
  redirect: { uri: `http://127.0.0.1:53682${names.path}`, host: "127.0.0.1:53682", leadsTo: "computer" },
  granted: ["openid", "profile", "email"],
  unavailable: ["courses:read", "courses:write"],
  onDeviceOnly: true,
  imitates: "Claude",
  unreviewed: true,
});

export const appConsent = (names: Names): Consent => ({
  ...memberConsent(names),
  client: { name: names.client, agent: false, logo: sampleLogo, registered: "member" },
  redirect: { uri: "com.example.reading:/callback", host: "com.example.reading", leadsTo: "app" },
  onDeviceOnly: true,
});

export const memberConsent = (names: Names): Consent => ({
  ...answer,
  client: { name: names.client, agent: false, host: names.host, registered: "member" },
  redirect: { uri: `https://${names.host}${names.path}`, host: names.host, leadsTo: "web" },
  granted: ["openid", "profile", "email", "account:read", "account:write"],
  unavailable: [],
  onDeviceOnly: false,
  imitates: undefined,
  unreviewed: false,
});

/** A client with a document at its own host, but with loopback redirects. */
export const documentConsent = (names: Names): Consent => ({
  ...loopbackConsent(names),
  client: { name: names.client, agent: false, host: names.host, registered: "metadata_document" },
});

export const operatorConsent = (names: Names): Consent => ({
  ...memberConsent(names),
  client: { name: names.client, agent: false, host: names.host, registered: "metadata_document" },
  granted: scopeNames.filter((scope) => scopes[scope].kind !== "member"),
});

export const integrationConsent = (names: Names): Consent => ({
  ...operatorConsent(names),
  client: { name: names.client, agent: true, registered: "integration" },
});

export const staffConsent = (names: Names): Consent => ({
  ...operatorConsent(names),
  client: { name: names.client, agent: false, registered: "operator" },
  granted: ["openid", "courses:read"],
});
