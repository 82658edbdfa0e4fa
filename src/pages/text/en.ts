import { enAuthorization } from "./en/authorization.ts";
import { scopeNames, scopes } from "#access/scopes.ts";
import { recordOf } from "#lib/json/typed-object.ts";
import { enAdmin } from "./en/admin.ts";
import { enAuthorizationProblem } from "./en/authorization-problem.ts";
import { enSignUp } from "./en/sign-up.ts";
import { enDiscussion } from "./en/discussion.ts";
import { enDocs } from "./en/docs.ts";
import { enCompletion } from "./en/completion.ts";
import { enLearn } from "./en/learn.ts";
import { enVouchers } from "./en/vouchers.ts";
import { enMyEvents } from "./en/my-events.ts";
import { enNotes } from "./en/notes.ts";
import { enOffline } from "./en/offline.ts";
import { enNotifications } from "./en/notifications.ts";
import { enPrivacy } from "./en/privacy.ts";
import { enProfile } from "./en/profile.ts";
import { enProviders } from "./en/providers.ts";
import { enPublic } from "./en/public.ts";
import { enSecurity } from "./en/security.ts";
import { enReviews } from "./en/reviews.ts";
import { enSignInCodes } from "./en/sign-in-codes.ts";
import { enWork } from "./en/work.ts";

/**
 * English page copy. Its shape is the type of every catalogue. `{word}` is a placeholder and must occur in every
 * locale.
 */
export const en = {
  frame: {
    skip: "Skip to content",
    account: "Your account",
    signOut: "Sign out",
    problemTitle: "Problem: {title}",
    title: "{page} – {site}",
    address: "You are at {host}",
    product: "Powered by Lectern",
    pagesOf: "Pages: {list}",
    nextPage: "Next page",
    firstPage: "First page",
    viewing: "You see the school as {name}. You cannot change anything. This ends at {time}.",
    endView: "End the view",
    language: "Language",
    theme: "Theme",
    themes: { light: "Light", dark: "Dark", device: "Like the device" },
    preferences: "Language and theme",
  },

  public: enPublic,

  reviews: enReviews,

  discussion: enDiscussion,

  signIn: {
    title: "Sign in",
    either: "Sign in or create an account",
    eitherAt: "You need an account at {site}. You return to your selection afterwards.",
    eitherTakes: "You need an account at {site}. You get what you chose as soon as you are signed in.",
    toSite: "Use the account you have at {site}.",
    toClient: "{client} asks you to sign in. Your password stays with {site}. The app never sees it.",
    again: "Enter your password again to confirm your identity.",
    waiting:
      "This device keeps notes that were written here without a connection. Their author signs in within seven days to save them.",
    email: "Email address",
    password: "Password",
    submit: "Sign in",
    forgotten: "Forgot your password? The administrators of {site} can reset it.",
    problem: {
      wrong_credentials: "The email address or password is incorrect. Check both and try again.",
      too_many: "Too many attempts. Wait {wait}, then try again.",
      signed_out_meanwhile: "You have been signed out. Sign in again to continue.",
      other_account: "The app requires a different account from the one you are signed in with.",
      session_expired: "This page has expired. Sign in again to continue.",
      passkey_refused: "This passkey was not accepted. Try again, or use your password.",
      not_saved:
        "Your session has ended, so nothing has been saved yet. Sign in within 30 minutes to get back what you entered.",
    },
  },

  security: enSecurity,
  providers: enProviders,

  signInCodes: enSignInCodes,

  signUp: enSignUp,

  learn: enLearn,
  myEvents: enMyEvents,
  vouchers: enVouchers,

  completion: enCompletion,

  work: enWork,

  notes: enNotes,

  offline: enOffline,

  docs: enDocs,

  consent: {
    title: "Allow {client}?",
    heading: "Allow {client} to use your account at {site}?",
    warning: {
      unreviewed: "{site} has not reviewed this app.",
      unreviewedDetail:
        "It calls itself {client} and sends you to {host}. Allow it only if you trust this address and started the request yourself.",
      imitates: "Its name does not prove that it is {program}.",
      onDevice: "This is a program on your computer.",
      onDeviceDetail: "Any program can use the name {client}. Allow it only if you have just started it yourself.",
    },
    application: "App",
    registered: {
      loopback: "Registered itself under this name. The name is not verified.",
      member: "Registered by {site} for its members.",
      operator: "Registered by {site} for its staff.",
      metadata_document: "Its name comes from a metadata document at {host}.",
      metadata_document_elsewhere: "Its name comes from a metadata document that it has published.",
      explorer: "A page of {site} for trying its APIs.",
      integration: "An integration that {site} has enabled.",
    },
    agent:
      "An AI agent: a program that uses the tools of {site} on your behalf and decides on its own how to use them.",
    notice: {
      other_member: "You are now signed in as {member}. Review the request below and choose again.",
      stale_form: "This page had expired, so your choice was not used. Review the request below and choose again.",
    },
    you: "You",
    switch: "Not you? Use a different account",
    destination: "Redirects to",
    thisComputer: "A program on this computer, {host}",
    thisApp: "An app on this device, {host}",
    permissions: "This will allow it to",
    identity: "Your identity",
    member: "Your account",
    see: "View school data",
    change: "Change school data",
    changeDetail: "On your behalf, with effect for all students and staff.",
    refused: "It will not receive",
    password: "Your password",
    nothingElse: "Permissions that are not listed above",
    unavailable: "It also requested these permissions, which your role at {site} cannot grant:",
    undo: "Revoking access",
    undoDetail:
      "You can revoke access at any time on your account page, {address}, under “Connected apps”. It takes effect immediately.",
    allow: "Allow",
    deny: "Deny",
  },

  authorizationProblem: enAuthorizationProblem,

  account: {
    profile: enProfile,
    timeZone: {
      title: "Time zone",
      change: "Change the time zone",
      label: "Your time zone",
      ofSchool: "As the school: {zone}",
      hint: "Dates of your courses, events and emails are shown in it.",
      save: "Save",
      device: "Use that of this device: {zone}",
    },
    title: "Your account",
    contents: "On this page",
    email: "Email",
    roles: "Your roles",
    noRoles: "You have no role at {site}.",
    unread: "{count} unread",
    noUnread: "No unread notifications",
    applications: "Connected apps",
    applicationsIntro: "These apps can use your account until you revoke their access.",
    noApplications: "No connected apps. Apps that you allow to use your account appear here.",
    since: "Allowed {time}",
    lastUsed: "Last used {time}",
    neverUsed: "Not used yet",
    takesYouTo: "Redirects to {host}",
    thisComputer: "a program on your computer",
    blocked: "Blocked by the administrators of {site}. It cannot access your account.",
    powerless: "No current access: your roles no longer include the permissions that you granted.",
    permissions: "Permissions ({count})",
    revoke: "Revoke access",
    revokeOf: "Revoke access: {name}",
    sessions: "Active sessions",
    sessionsIntro: "If you do not recognize a session, sign it out and change your password.",
    current: "This browser",
    address: "IP address {address}",
    signedIn: "Signed in {time}",
    lastSeen: "Last seen {time}",
    end: "Sign out",
    endOf: "Sign out: {device}, {address}",
    endOthers: "Sign out all other sessions",
    noOthers: "You have no other sessions.",
    notice: {
      application_revoked: "The app can no longer use your account.",
      session_ended: "The session has been signed out.",
      others_signed_out: "All other sessions have been signed out.",
      password_changed: "Your password has been changed, and all other sessions have been signed out.",
      profile_saved: "Your profile has been updated.",
      picture_removed: "Your picture has been removed.",
      time_zone_saved: "Your time zone has been saved.",
    },
  },

  notifications: enNotifications,

  privacy: enPrivacy,

  error: {
    heading: {
      authorize: "Invalid request from an app",
      400: "Invalid request",
      401: "Sign-in required",
      403: "Access denied",
      404: "Page not found",
      405: "Method not allowed",
      413: "Too much text",
      429: "Too many requests",
      500: "Something went wrong",
      503: "Temporarily unavailable",
    },
    explanation: {
      authorize: "An app sent you to {site} with an invalid request. No information about you was sent to the app.",
      400: "Your browser sent a request that {site} cannot process. Nothing was changed. Go back, check what you entered, and try again.",
      401: "You are not signed in, or your session has ended. Nothing was changed.",
      403: "You do not have permission to view this page or perform this action. Nothing was changed.",
      404: "The address may be incorrect, or the page may have moved.",
      405: "The page exists, but it does not support this type of request. Nothing was changed.",
      413: "What you sent is too large for one form. Nothing was changed. Go back, shorten your texts or choose a smaller file, and try again.",
      429: "Too many requests in a short time. Wait a moment, then try again.",
      500: "The error is on our side. Try again in a moment.",
      503: "{site} cannot respond right now. Try again in a moment.",
    },
    person: "What you can do",
    personAdvice:
      "Return to the app and start again. If the problem persists, contact its developer and show them this page.",
    reportAdvice: "If the problem persists, contact the administrators of {site} and include the request ID.",
    developer: "For developers",
    code: "Error code",
    requestId: "Request ID",
    home: "Go to the home page of {site}",
  },

  reference: {
    title: "Errors and how to fix them",
    intro: "All errors of the OAuth and API endpoints of {site}, with their causes and fixes.",
    group: {
      oauth: "Authorization and tokens",
      registration: "Registration",
      resource: "Requests with an access token",
      operator: "Operator API",
    },
    meaning: "What it means",
    fix: "How to fix it",
    specification: "Specification",
    answered: "Response",
    all: "All errors",
  },

  authorization: enAuthorization,

  signedOut: {
    title: "You are signed out",
    detail: "Apps that you allowed keep their access. You can revoke it on your account page.",
    again: "Sign in again",
    back: "Return to {client}",
    elsewhere: "Sign out of {provider} too",
  },

  admin: enAdmin,

  roles: {
    owner: "Owner",
    manager: "Manager",
    lecturer: "Lecturer",
    teaching_assistant: "Teaching assistant",
    student: "Student",
  },

  rights: {
    owner: "Can do everything, including payments, settings and giving others any role.",
    manager: "Runs the school: courses, people, orders and settings. Cannot change owners or where money goes.",
    lecturer: "Writes and grades the courses that they teach, and sees the students there. Sees no orders.",
    teaching_assistant:
      "Sees the courses that they help with and their students, and answers questions. Changes nothing else there.",
    student: "Learns, and sees only their own courses and purchases.",
  },

  scopes: recordOf(scopeNames, (name): string => scopes[name].means),
};
