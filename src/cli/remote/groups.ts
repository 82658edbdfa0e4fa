import type { Group } from "../terminal/assemble-program.ts";

/** Commands that call a site and need no installation. */
export const remoteGroups = {
  login: {
    summary: "sign in to a site with a browser",
    load: async () => (await import("./login.ts")).addLoginCommand,
  },
  logout: {
    summary: "sign out of a site and revoke the tokens",
    load: async () => (await import("./logout.ts")).addLogoutCommand,
  },
  whoami: {
    summary: "show who is signed in to a site",
    load: async () => (await import("./whoami.ts")).addWhoamiCommand,
  },
  api: {
    summary: "send a request to the operator API of a site",
    load: async () => (await import("./api.ts")).addApiCommand,
  },
  listen: {
    summary: "print the webhook events of a site, and forward them to a receiver",
    load: async () => (await import("./listen.ts")).addListenCommand,
  },
} as const satisfies Record<string, Group>;
