import { enAuthorization } from "./en-authorization.ts";
import { scopeNames, scopes, type Scope } from "#access/scopes.ts";
import { enAdmin } from "./en-admin.ts";
import { enAuthorizationProblem } from "./en-authorization-problem.ts";
import { enGettingIn } from "./en-getting-in.ts";
import { enExplorer } from "./en-explorer.ts";
import { enLearn } from "./en-learn.ts";
import { enNotifications } from "./en-notifications.ts";
import { enPrivacy } from "./en-privacy.ts";
import { enProfile } from "./en-profile.ts";
import { enPublic } from "./en-public.ts";
import { enReviews } from "./en-reviews.ts";

/**
 * All text of the pages in English, and by its shape the type of every catalogue.
 * `{word}` is a placeholder, the same ones in every locale.
 */
export const en = {
  frame: {
    skip: "Skip to the content",
    account: "Your account",
    signOut: "Sign out",
    problemTitle: "Problem: {title}",
    title: "{page} – {site}",
    address: "You are at {host}",
    product: "Runs on Lectern",
    pagesOf: "Pages: {list}",
    nextPage: "Next page",
    firstPage: "First page",
  },

  public: enPublic,

  reviews: enReviews,

  signIn: {
    title: "Sign in",
    toSite: "Use the account you have at {site}.",
    toClient: "{client} asks you to sign in. Your password stays with {site}; the application never sees it.",
    again: "Enter your password once more to confirm that it is still you.",
    email: "E-mail address",
    password: "Password",
    submit: "Sign in",
    forgotten: "Forgotten your password? The people who run {site} can give you a new one.",
    problem: {
      wrong_credentials: "This e-mail address and password do not belong together. Check both and try again.",
      too_many: "There have been too many attempts. Wait {wait}, then try again.",
      signed_out_meanwhile: "You have been signed out. Sign in again to continue.",
      other_account: "The application asks for another account than the one you are signed in with.",
      session_expired: "This page is out of date. Sign in again to continue.",
    },
  },

  gettingIn: enGettingIn,

  learn: enLearn,

  explorer: enExplorer,

  consent: {
    title: "Allow {client}?",
    heading: "Allow {client} to use your account at {site}?",
    warning: {
      unreviewed: "{site} has not reviewed this application.",
      unreviewedDetail:
        "It calls itself {client}, and you will be sent to {host}. Allow it only if you know this address and started the request yourself.",
      onDevice: "This is a program on your own computer.",
      onDeviceDetail: "Any program can claim the name {client}. Allow it only if you have just started it yourself.",
    },
    application: "Application",
    registered: {
      loopback: "It registered itself under this name. The name is not verified.",
      member: "Registered by {site} for its members.",
      operator: "Registered by {site} for the people who run it.",
      metadata_document: "It describes itself in a document at {host}, which is where its name comes from.",
      metadata_document_elsewhere:
        "It describes itself in a document it has published, which is where its name comes from.",
      explorer: "A page of {site} itself, for trying the Member API.",
      integration: "A known integration that {site} has switched on.",
    },
    agent:
      "An agent: a program that uses the tools of {site} in your name, and decides by itself what to do with them.",
    notice: {
      other_member: "You are now signed in as {member}. Check the request below and answer it again.",
      stale_form:
        "This page was out of date, so your answer was not used. Check the request below and answer it again.",
    },
    you: "You",
    switch: "Not you? Use another account",
    destination: "Takes you to",
    thisComputer: "A program on this computer, {host}",
    thisApp: "An app on this device, {host}",
    permissions: "It will be able to",
    identity: "Who you are",
    member: "Your own account",
    see: "See in the school",
    change: "Change in the school",
    changeDetail: "In your name, and for everybody who learns or works here.",
    refused: "It will not get",
    password: "Your password",
    nothingElse: "Anything that is not listed above",
    unavailable: "It also asked for the following, which your role at {site} cannot give:",
    undo: "Changing your mind",
    undoDetail:
      "You can withdraw this at any time on your account page, {address}, under “Connected applications”. It takes effect at once.",
    allow: "Allow",
    deny: "Refuse",
  },

  authorizationProblem: enAuthorizationProblem,

  account: {
    profile: enProfile,
    title: "Your account",
    contents: "On this page",
    email: "E-mail",
    roles: "Roles here",
    noRoles: "You have no role at {site} at present.",
    unread: "{count} unread",
    noUnread: "None unread",
    applications: "Connected applications",
    applicationsIntro: "These may use your account until you withdraw their access.",
    noApplications: "No application can use your account. When you allow one, it appears here.",
    since: "Allowed {moment}",
    lastUsed: "Last used {moment}",
    neverUsed: "Not used yet",
    takesYouTo: "Takes you to {place}",
    thisComputer: "a program on your own computer",
    blocked: "The people who run {site} have blocked it: it can do nothing at present.",
    powerless: "It currently has no access, because your roles no longer include the permissions that you granted.",
    permissions: "What it may do ({count})",
    revoke: "Withdraw",
    revokeOf: "Withdraw: {name}",
    sessions: "Where you are signed in",
    sessionsIntro: "Is one of these not you? Sign it out, and change your password.",
    current: "This browser",
    address: "Address {address}",
    signedIn: "Signed in {moment}",
    lastSeen: "Last seen {moment}",
    end: "Sign out",
    endOf: "Sign out: {device}, {address}",
    endOthers: "Sign out everywhere else",
    noOthers: "You are signed in nowhere else.",
    notice: {
      application_revoked: "The application can no longer use your account.",
      session_ended: "That session has been signed out.",
      others_signed_out: "You are now signed in only here.",
      password_changed: "Your password is changed, and every other browser is signed out.",
      profile_saved: "Your profile has been updated.",
      picture_removed: "Your picture has been removed.",
    },
  },

  notifications: enNotifications,

  privacy: enPrivacy,

  error: {
    heading: {
      authorize: "This application’s request cannot be used",
      400: "This request cannot be understood",
      401: "You need to sign in for this",
      403: "This is not open to you",
      404: "There is no such page",
      405: "This address does not accept that",
      429: "Too many requests",
      500: "Something went wrong here",
      503: "Not available at the moment",
    },
    explanation: {
      authorize:
        "An application sent you to {site} with a request that cannot be accepted. Nothing was sent to the application, and nothing about you was passed on.",
      400: "Your browser sent something that {site} cannot work with. Nothing was changed.",
      401: "You are not signed in, or your session has ended. Nothing was changed.",
      403: "You may not see this page or do this. Nothing was changed.",
      404: "The address may be mistyped, or the page may have moved.",
      405: "The page exists, but not for this kind of request. Nothing was changed.",
      429: "Too many requests came from your address in a short time. Wait a little, then try again.",
      500: "The mistake is ours, not yours. Try again in a moment.",
      503: "{site} cannot answer just now. Try again in a moment.",
    },
    person: "What you can do",
    personAdvice:
      "Go back to the application and start again. If that does not help, tell the people who make it, and show them this page.",
    reportAdvice: "If it happens again, tell the people who run {site} and give them the number of this request.",
    developer: "For the developer",
    code: "Error code",
    requestId: "Request",
    home: "To the start page of {site}",
  },

  reference: {
    title: "Errors and how to fix them",
    intro: "Each error that the OAuth and API endpoints of {site} answer, what it means and what to change.",
    group: {
      oauth: "Authorization and tokens",
      registration: "Registration",
      resource: "Calls with a token",
      operator: "Operator API",
    },
    meaning: "What it means",
    mend: "How to fix it",
    specification: "Specification",
    answered: "Answered with",
    all: "All errors",
  },

  authorization: enAuthorization,

  signedOut: {
    title: "You are signed out",
    detail: "Applications that you allowed keep their access. You can withdraw it on your account page.",
    again: "Sign in again",
    back: "Return to {client}",
  },

  admin: enAdmin,

  roles: {
    owner: "Owner",
    manager: "Manager",
    lecturer: "Lecturer",
    teaching_assistant: "Teaching assistant",
    student: "Student",
  },

  scopes: Object.fromEntries(scopeNames.map((name) => [name, scopes[name].means])) as Record<Scope, string>,
};
