import { enAdminApplications } from "./en-admin-applications.ts";

/** The admin area in English. */
export const enAdmin = {
  navigation: "Admin area",
  groups: { site: "Site", settings: "Settings", developers: "Developers" },
  sections: {
    overview: { name: "Overview", about: "What there is to decide, and where." },
    betaFeatures: { name: "Beta features", about: "What is new, and used only where it is switched on." },
    applications: {
      name: "OAuth applications",
      about: "Applications that members or staff may connect to their accounts here.",
    },
  },
  save: "Save",
  saved: "Your changes have been saved.",
  moreThan: "more than {count}",

  overview: {
    title: "Admin area",
    intro: "What the people who run {site} decide, in one place.",
    members: "Members",
    applications: "Applications",
    connections: "Connections",
  },

  betaFeatures: {
    intro: "New things that may still change. Nothing here is on until you switch it on.",
    mcp_connections: {
      name: "MCP connections",
      about:
        "Members can connect assistants and other applications to their own account, with those applications that you register under Developers, OAuth applications. Switching it off hides that page; applications that are registered keep working until you delete them.",
    },
  },

  applications: enAdminApplications,
};
