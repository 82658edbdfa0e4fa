import { enAdminProvisioning } from "./admin-provisioning.ts";
import { enAdminSignIn } from "./admin-sign-in.ts";
import { enAdminCourse } from "./admin-course.ts";
import { enAdminOutline } from "./admin-outline.ts";
import { enAdminPlacing } from "./admin-placing.ts";
import { enAdminToday } from "./admin-today.ts";
import { enAdminConsole } from "./admin-console.ts";
import { enAdminAppearance } from "./admin-appearance.ts";
import { enAdminCalendar } from "./admin-calendar.ts";
import { enAdminCheckIn } from "./admin-check-in.ts";
import { enAdminDerived } from "./admin-derived.ts";
import { resourceSectionsIn, resourceTextsIn } from "../admin-resources.ts";
import { enAdminAgents } from "./admin-agents.ts";
import { enAdminAnalytics } from "./admin-analytics.ts";
import { enAdminApplications } from "./admin-applications.ts";
import { enAdminAssignments } from "./admin-assignments.ts";
import { enAdminPrices } from "./admin-prices.ts";
import { enAdminGiveAccess } from "./admin-give-access.ts";
import { enAdminAudit } from "./admin-audit.ts";
import { enAdminClients } from "./admin-clients.ts";
import { enAdminImports } from "./admin-imports.ts";
import { enAdminMedia } from "./admin-media.ts";
import { enAdminMessages } from "./admin-messages.ts";
import { enAdminMembers } from "./admin-members.ts";
import { enAdminForms } from "./admin-forms.ts";
import { enAdminSecurity } from "./admin-security.ts";
import { enAdminApiKeys } from "./admin-api-keys.ts";
import { enAdminWebhooks } from "./admin-webhooks.ts";
import { enAdminIslands } from "./admin-islands.ts";
import { enAdminLectures } from "./admin-lectures.ts";
import { enAdminQuizzes } from "./admin-quizzes.ts";

/** Admin area. */
export const enAdmin = {
  navigation: "Admin area",
  groups: { site: "Site", settings: "Settings", developers: "Developers", security: "Security" },
  sections: {
    overview: { name: "Overview", about: "All settings and recent activity." },
    analytics: { name: "Analytics", about: "Learning, new members and sales." },
    members: { name: "Members", about: "Students and staff, with their roles." },
    forms: { name: "Forms", about: "Forms and their submissions." },
    ...resourceSectionsIn("en"),
    mail: { name: "Email", about: "Reply address and invitation limit." },
    signIn: { name: "Sign-in", about: "Sign-in with accounts of other services." },
    provisioning: { name: "Provisioning", about: "Directories of organizations that keep members current." },
    media: { name: "Video hosts", about: "Other hosts of the segments of video streams." },
    betaFeatures: { name: "Beta features", about: "New features that you can try." },
    agents: { name: "Connect an agent", about: "Addresses and configuration for AI assistants and automation tools." },
    applications: {
      name: "OAuth applications",
      about: "Applications that members or staff can connect to their accounts.",
    },
    integrations: {
      name: "Integrations",
      about: "Third-party platforms that members can connect.",
    },
    documents: {
      name: "Metadata document applications",
      about: "Applications that identify themselves with a client ID metadata document: allowed hosts and permissions.",
    },
    registered: {
      name: "Self-registered applications",
      about: "Programs on members’ computers that registered themselves.",
    },
    apiKeys: { name: "API keys", about: "Keys of the school’s own scripts and systems." },
    webhooks: { name: "Webhooks", about: "Events sent to other systems, and their deliveries." },
    signing: { name: "Signing keys", about: "ID token signing and its keys." },
    limits: { name: "Lifetimes and sign-up", about: "Token and session lifetimes, and sign-up." },
    progress: { name: "Progress", about: "How far students are, and who may need help." },
    auditLog: { name: "Audit log", about: "Security-relevant events." },
  },
  save: "Save",
  saved: "Your changes have been saved.",
  moreThan: "more than {count}",
  agent: {
    term: "Agent",
    since: "Uses the tools of the site since {time}.",
    fact: "Agent since {time}",
  },

  derived: enAdminDerived,
  appearance: enAdminAppearance,
  calendar: enAdminCalendar,
  checkIn: enAdminCheckIn,
  imports: enAdminImports,
  islands: enAdminIslands,
  lectures: enAdminLectures,
  quizzes: enAdminQuizzes,
  course: enAdminCourse,
  assignments: enAdminAssignments,
  giveAccess: enAdminGiveAccess,
  prices: enAdminPrices,
  outline: enAdminOutline,
  placing: enAdminPlacing,
  console: enAdminConsole,

  overview: enAdminToday,

  signIn: enAdminSignIn,
  provisioning: enAdminProvisioning,
  mail: {
    intro: "This server sends the emails of {site}. Replies go to your school’s own address after you verify it.",
    noMail:
      "This server does not send emails, so you cannot verify an address. Ask the server operator to set SMTP_URL.",
    states: {
      unset: "No address is set. Verify an address to add custom messages to invitations.",
      unverified:
        "{email} is not verified. Open the link in the email that we sent to it. Until then, invitations cannot have a custom message.",
      verified: "{email} is verified. Replies go there, and invitations can have a custom message.",
    },
    senderAddress: "Sender address",
    senderAddressHint: "We email a verification link to this address. A new address must be verified again.",
    wrong: "Enter an email address such as hello@school.example, or leave the field empty.",
    sent: "We emailed a link to the address. It works once, within an hour.",
    limited: "The address was saved, but no link was sent: too many emails were sent. Try again later.",
    resend: "Save and send link",
    limit: "Invitations",
    limitAbout:
      "Up to {count} invitations per 24 hours, including resent ones. Only the server operator can change this limit.",
    suppressed: {
      title: "Addresses without email",
      about:
        "Nothing is sent to addresses that do not exist. Recipients who reported an email as spam only get emails that are necessary, such as receipts and sign-in links.",
      none: "Email is sent to all addresses.",
      reasons: { bounce: "Does not accept email", complaint: "Reported as spam" },
      code: "Code {code}",
      lift: "Send email again",
      liftOf: "{act}: {email}",
      lifted: "Email is sent to the address again.",
      member: "No email is sent to this address",
      memberComplaint: "Only necessary email is sent to this address",
      reports: "Address for bounces and complaints",
      reportsAbout:
        "Your mail provider or mail server sends bounces and complaints to this address. Keep it secret. It accepts messages, and the events of Amazon SES, Mailgun and SendGrid.",
    },
  },

  media: enAdminMedia,

  betaFeatures: {
    intro: "New features that may still change. They are off until you turn them on.",
    mcp_connections: {
      name: "MCP connections",
      about:
        "Members can connect AI assistants and other applications to their accounts, if you register those applications under Developers, OAuth applications. Turning this off hides that page. Registered applications keep working until you delete them.",
    },
  },

  agents: enAdminAgents,
  analytics: enAdminAnalytics,
  members: enAdminMembers,
  messages: enAdminMessages,
  resources: resourceTextsIn("en"),
  applications: enAdminApplications,
  ...enAdminClients,
  forms: enAdminForms,
  apiKeys: enAdminApiKeys,
  webhooks: enAdminWebhooks,
  ...enAdminSecurity,
  auditLog: enAdminAudit,
};
