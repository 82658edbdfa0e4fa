/** Developers, in English: the applications that the site has not registered itself. */
export const enAdminClients = {
  integrations: {
    intro:
      "Third-party platforms that this installation supports. Members with a role at {site} can connect an enabled integration, limited to the permissions of their role.",
    none: "This installation has no integrations. The server operator adds them with the command line.",
    on: "On",
    off: "Off",
    switchOn: "Switch on",
    switchOnOf: "Switch on: {name}",
    switchOff: "Switch off",
    switchOffOf: "Switch off: {name}",
    everything: "It may ask for everything that your staff can give.",
    some: "It may ask for {count} permissions.",
    particulars: "What it is and may ask for",
    goesBy: "Goes by",
    callbacks: "Takes people to",
    mayAsk: "May ask for",
    notice: {
      enabled: "{name} is switched on: people can connect it from now on.",
      disabled: "{name} is switched off: it gets no tokens any more, and those it has are refused.",
    },
  },

  documents: {
    intro:
      "Some applications are not registered anywhere: they describe themselves in a document on the web, and its address is their client_id. Here you decide whose documents {site} accepts, and what each application may do.",
    welcome: "Whose documents are accepted",
    hosts: "Hosts",
    hostsHint:
      "One per line, as in the URL of the document: {example}, with the port if it is not 443. Subdomains are not included. If you remove a host, its applications and their tokens are refused at once until you add it again.",
    open: "Open registration",
    openHint:
      "Documents at any host are accepted. An application that you have not reviewed can learn who people are and, where their role allows it, read in the school. It can change nothing.",
    closed: "No host stands here and open registration is off: such applications are refused.",
    problem: "Nothing was saved. What has to be changed is written below.",
    problems: {
      syntax: "Line {line} is no host. Write it like {example}, without a path.",
      too_many: "Write at most 200 hosts.",
    },
    seen: "Applications that have come here",
    filters: { all: "All", unreviewed: "Not reviewed", reviewed: "Reviewed", blocked: "Blocked" },
    none: "None is here.",
    state: {
      unreviewed: "Not reviewed",
      approved: "Approved",
      limited: "Limited",
      member: "Member client",
      blocked: "Blocked",
    },
    about: {
      unreviewed:
        "It can learn who people are and read in the school, as far as their roles allow. It can change nothing.",
      approved: "Your staff can allow it everything that their own roles give.",
      limited: "Your staff can allow it what you have picked, as far as their own roles give it.",
      member: "Any member can connect it to their own account. It sees nothing else of the school.",
      blocked: "It is refused everywhere, and so are all tokens that it has.",
    },
    notAccepted: "Its host is not accepted at present: it is refused, with all its tokens.",
    connected: "{count} connected",
    firstSeen: "First seen {moment}",
    show: {
      document: "Its document (client_id)",
      readAt: "Read {moment}",
      redirects: "Takes people to",
      loopback: "All of these are on people’s own computers. Any program there can claim the name {name}.",
      state: "State",
      reviewed: "Decided {moment}, by {member}",
      reviewedByCommand: "Decided {moment}, by the command line",
      blockedSince: "Blocked since {moment}",
      members: "Connected members",
      mayHold: "What it may be allowed",
      everything: "Everything that your staff’s own roles give.",
      allowed: "What people have allowed it so far",
      nothingAllowed: "No one is connected.",
      decide: "Decide",
      decideIntro:
        "A decision holds for the addresses that it takes people to now. If its document names others one day, it counts as not reviewed.",
    },
    decisions: {
      approved: "Approve",
      limited: "Limit to some permissions",
      member: "Trust as a member client",
      forget: "Take the review back",
      block: "Block",
      unblock: "Unblock",
    },
    review: {
      approvedTitle: "Approve {name}?",
      approvedAbout:
        "People can then allow it everything that their own role at {site} gives, changes to the school too. Approve only what you would trust with that.",
      limitedTitle: "Limit {name} to some permissions",
      limitedAbout: "Pick what people may allow it. What you leave out ends at its next request.",
      memberTitle: "Trust {name} as a member client",
      memberAbout:
        "Any person with a role at {site}, students included, may then connect it to their own account. It loses everything it could do in the school.",
      ends: "Connected members ({count}) have to authorize it again.",
      scopes: "What it may be allowed",
      none: "Pick at least one.",
      cancel: "Cancel",
    },
    blocking: {
      title: "Block {name}?",
      about:
        "It is refused at its next request, and so are all tokens that it has. What people have allowed is kept, and counts again if you unblock it.",
      cancel: "Do not block it",
    },
    forgetting: {
      title: "Take the review of {name} back?",
      about:
        "Until it is reviewed again it can learn who people are and read in the school, as far as their roles allow. What it could do besides ends at its next request.",
      cancel: "Keep the review",
    },
    notice: {
      saved: "Your changes have been saved.",
      reviewed: "Your decision is in force.",
      forgotten: "The review has been taken back.",
      blocked: "The application is blocked. None of its tokens works any more.",
      unblocked: "The application is no longer blocked.",
      changed: "The application has changed in the meantime. Nothing was decided: look at it as it is now.",
    },
  },

  registered: {
    intro:
      "Programs on people’s own computers register themselves when they first connect. Their names are not verified. A program that no one authorizes is deleted after 90 days.",
    none: "None has registered itself yet.",
    id: "Client id {id}",
    since: "Registered {moment}",
    members: "{count} connected",
    lastUsed: "Last used {moment}",
    neverUsed: "Not used yet",
    remove: "Delete",
    removeOf: "Delete: {name}, {id}",
    deleted: "The application has been deleted. None of its tokens works any more.",
  },
};
