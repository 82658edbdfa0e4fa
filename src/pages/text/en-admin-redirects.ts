/** Redirects from old addresses. */
export const enAdminRedirects = {
  section: { name: "Redirects", about: "Old addresses that lead to pages of the school." },
  intro:
    "Old addresses that lead to a page of the school. When you change the address of a course, an event or another page, its old address is added here. A redirect ends when another page takes its address.",
  none: "No redirects. Old addresses appear here after you change the address of a page.",
  next: "View your courses",
  leadsTo: "Leads to {target}",
  renamed: "Added after the address of a page changed, {time}",
  added: "Added {time}",
  remove: "Delete",
  removal: "Links to {from} on other sites and bookmarks no longer work then.",
  aboutOf: "{act}: redirect from {from}",
  notice: {
    deleted: "The redirect has been deleted.",
    changed: "The redirect has changed in the meantime. It was not deleted. Check it again.",
  },
};
