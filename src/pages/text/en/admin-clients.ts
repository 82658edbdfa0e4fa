/** Integrations, metadata document clients and self-registered clients. */
export const enAdminClients = {
  integrations: {
    intro:
      "Third-party platforms that this installation supports. Members with a role at {site} can connect an enabled integration, limited to the permissions of their role.",
    none: "This installation has no integrations. The server operator can add them on the command line.",
    on: "On",
    off: "Off",
    switchOn: "Turn on",
    switchOnOf: "Turn on: {name}",
    switchOff: "Turn off",
    switchOffOf: "Turn off: {name}",
    switchOffHint: "The application gets no new access, and what it has ends immediately. You can turn it on again.",
    everything: "Can request all permissions that your staff can grant.",
    some: "Can request {count} permissions.",
    particulars: "Details and permissions",
    goesBy: "Names",
    callbacks: "Redirect URIs",
    mayAsk: "Can request",
    notice: {
      enabled: "{name} is turned on. Members can connect it now.",
      disabled: "{name} is turned off. It gets no new tokens, and its existing tokens are rejected.",
    },
  },

  documents: {
    intro:
      "Some applications identify themselves with a metadata document on the web instead of a registration. The URL of the document is their client_id. Choose which hosts {site} accepts and what each application can do.",
    welcome: "Accepted documents",
    hosts: "Hosts",
    hostsHint:
      "One host per line, as in the URL of the document: {example}, with the port if it is not 443. Subdomains are not included. If you remove a host, its applications and their tokens are rejected immediately until you add it again.",
    open: "Open registration",
    openHint:
      "Accepts documents at any host. Applications that you have not reviewed can read a member’s identity and, if the member’s role allows it, school data. They cannot change anything.",
    closed: "No host is listed and open registration is off. All such applications are rejected.",
    problem: "Your changes were not saved. Correct the errors below.",
    problems: {
      syntax: "Line {line} is not a host. Enter a host such as {example}, without a path.",
      too_many: "Enter at most 200 hosts.",
    },
    seen: "Known applications",
    filters: { all: "All", unreviewed: "Not reviewed", reviewed: "Reviewed", blocked: "Blocked" },
    none: "No applications.",
    state: {
      unreviewed: "Not reviewed",
      approved: "Approved",
      limited: "Limited",
      member: "Member client",
      blocked: "Blocked",
    },
    about: {
      unreviewed:
        "It can read the identity of members and, as far as their roles allow, school data. It cannot change anything.",
      approved: "Staff can grant it all permissions of their own roles.",
      limited: "Staff can grant it the permissions that you selected, within their own roles.",
      member: "All members can connect it to their own account. It has no access to other school data.",
      blocked: "Its requests and all its tokens are rejected.",
    },
    notAccepted: "Its host is not accepted. Its requests and all its tokens are rejected.",
    connected: "{count} connected",
    firstSeen: "First seen {time}",
    show: {
      document: "Metadata document (client_id)",
      readAt: "Retrieved {time}",
      redirects: "Redirect URIs",
      loopback: "All of these are on the member’s computer. Any program there can use the name {name}.",
      state: "State",
      reviewed: "Reviewed {time} by {member}",
      reviewedByCommand: "Reviewed {time} on the command line",
      blockedSince: "Blocked since {time}",
      members: "Connected members",
      mayHold: "Available permissions",
      everything: "All permissions of your staff’s roles.",
      allowed: "Granted permissions",
      nothingAllowed: "No connected members.",
      decide: "Review",
      decideIntro:
        "A review applies to the current redirect URIs. If the document adds others, the application counts as not reviewed.",
    },
    decisions: {
      approved: "Approve",
      limited: "Limit to some permissions",
      member: "Trust as a member client",
      forget: "Withdraw review",
      block: "Block",
      unblock: "Unblock",
    },
    review: {
      approvedTitle: "Approve {name}?",
      approvedAbout:
        "Staff can then grant it all permissions of their own roles at {site}, including changes to the school. Approve only applications that you trust.",
      limitedTitle: "Limit {name} to some permissions",
      limitedAbout: "Select the permissions that staff can grant. Permissions that you omit end with its next request.",
      memberTitle: "Trust {name} as a member client",
      memberAbout:
        "All members of {site}, including students, can then connect it to their own account. It loses all permissions for school data.",
      ends: "Connected members ({count}) have to authorize it again.",
      scopes: "Allowed permissions",
      none: "Select at least one permission.",
      cancel: "Cancel",
    },
    blocking: {
      title: "Block {name}?",
      about:
        "Its requests and all its tokens are rejected immediately. Granted permissions are kept and apply again if you unblock it.",
      cancel: "Cancel",
    },
    forgetting: {
      title: "Withdraw the review of {name}?",
      about:
        "Until you review it again, it can read the identity of members and, as far as their roles allow, school data. All other permissions end with its next request.",
      cancel: "Keep review",
    },
    notice: {
      saved: "Your changes have been saved.",
      reviewed: "Your review has been saved.",
      forgotten: "The review has been withdrawn.",
      blocked: "The application is blocked. Its tokens no longer work.",
      unblocked: "The application is no longer blocked.",
      changed: "The application has changed in the meantime. Your review was not saved. Check its current state.",
    },
  },

  registered: {
    intro:
      "Programs on members’ computers register themselves when they first connect. Their names are not verified. A program without an authorization is deleted after 90 days.",
    none: "No self-registered applications yet.",
    id: "Client ID {id}",
    since: "Registered {time}",
    members: "{count} connected",
    lastUsed: "Last used {time}",
    neverUsed: "Not used yet",
    remove: "Delete",
    removeOf: "Delete: {name}, {id}",
    deleted: "The application has been deleted. Its tokens no longer work.",
  },
};
