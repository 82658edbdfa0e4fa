import { enAdminAnalytics } from "./en-admin-analytics.ts";
import { enAdminApplications } from "./en-admin-applications.ts";
import { enAdminAudit } from "./en-admin-audit.ts";
import { enAdminClients } from "./en-admin-clients.ts";
import { enAdminMembers } from "./en-admin-members.ts";
import { enAdminForms } from "./en-admin-forms.ts";
import { enAdminReviews } from "./en-admin-reviews.ts";
import { enAdminSecurity } from "./en-admin-security.ts";
import { enAdminWebhooks } from "./en-admin-webhooks.ts";

/** The admin area in English. */
export const enAdmin = {
  navigation: "Admin area",
  groups: { site: "Site", settings: "Settings", developers: "Developers", security: "Security" },
  sections: {
    overview: { name: "Overview", about: "What there is to decide, and where." },
    analytics: { name: "Analytics", about: "Learning, new members and sales." },
    members: { name: "Members", about: "Everybody who learns or works here, and what each may do." },
    forms: { name: "Forms", about: "What the school asks people, and what they answered." },
    reviews: { name: "Reviews", about: "What students say of courses: what waits, and how it is taken." },
    mail: { name: "Mail", about: "The address that replies go to, and how many invitations can be sent." },
    betaFeatures: { name: "Beta features", about: "New features that you can try." },
    applications: {
      name: "OAuth applications",
      about: "Applications that members or staff may connect to their accounts here.",
    },
    integrations: {
      name: "Integrations",
      about: "Platforms of other companies that people may connect, each switched on or off.",
    },
    documents: {
      name: "Self-described applications",
      about:
        "Applications that describe themselves in a document on the web: which hosts are welcome, and what each may do.",
    },
    registered: {
      name: "Self-registered applications",
      about: "Programs on people’s own computers that registered themselves to connect.",
    },
    webhooks: { name: "Webhooks", about: "Events sent to other systems, and their deliveries." },
    signing: { name: "Signing and keys", about: "Whether sign-ins are signed, and the keys that sign them." },
    limits: { name: "Lifetimes and sign-up", about: "How long tokens and sign-ins last, and who may join." },
    auditLog: { name: "Audit log", about: "What happened here that matters to security." },
  },
  save: "Save",
  saved: "Your changes have been saved.",
  moreThan: "more than {count}",
  agent: {
    term: "Agent",
    since: "It has used the tools of the site since {moment}.",
    fact: "Agent since {moment}",
  },

  overview: {
    title: "Admin area",
    intro: "What the people who run {site} decide, in one place.",
    members: "Members",
    applications: "Applications",
    connections: "Connections",
    lately: "The last 30 days",
    figures: "All figures",
  },

  mail: {
    intro: "Mail from {site} is sent by this server. Replies go to your school’s own address once it is verified.",
    noMail: "This server sends no mail, so no address can be verified. Ask the people who run it to set SMTP_URL.",
    states: {
      unset: "No address is set. Until one is verified, invitations have no message in your own words.",
      unverified:
        "{email} is not verified yet. Open the link in the mail that was sent there. Until then, invitations have no message in your own words.",
      verified: "{email} is verified: replies go there, and invitations can have a message in your own words.",
    },
    senderAddress: "Sender address",
    senderAddressHint: "A link to verify it is mailed to the address. A new address has to be verified again.",
    wrong: "Write an e-mail address, like hello@school.example, or leave the field empty.",
    sent: "A link was mailed to the address. It works once, within an hour.",
    limited: "The address was saved, but no link was mailed: too many mails were sent. Try again later.",
    resend: "Save and mail a link",
    limit: "Invitations",
    limitAbout:
      "At most {count} invitations are mailed in 24 hours, resent ones included. Only the people who run this server can change this limit.",
  },

  betaFeatures: {
    intro: "New things that may still change. Nothing here is on until you switch it on.",
    mcp_connections: {
      name: "MCP connections",
      about:
        "Members can connect assistants and other applications to their own account, with those applications that you register under Developers, OAuth applications. Switching it off hides that page; applications that are registered keep working until you delete them.",
    },
  },

  analytics: enAdminAnalytics,
  members: enAdminMembers,
  reviews: enAdminReviews,
  applications: enAdminApplications,
  ...enAdminClients,
  forms: enAdminForms,
  webhooks: enAdminWebhooks,
  ...enAdminSecurity,
  auditLog: enAdminAudit,
};
