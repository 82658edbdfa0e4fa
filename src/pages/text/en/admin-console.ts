/** The frame of the admin area: bar, navigation, search. */
export const enAdminConsole = {
  menu: "Menu",
  fold: "Collapse or expand the navigation",
  create: "New",
  crumbs: "Breadcrumb",
  site: "View the school",
  styles: "Styles",
  search: {
    title: "Search",
    label: "Search the admin area",
    hint: "People, orders, courses, events and pages",
    find: "Search",
    results: "Results for “{text}”",
    none: "Nothing matches “{text}”. Search for a name, an email address, an order number or a page.",
    empty: "Search for a name, an email address, an order number, a title or a page of the admin area.",
    all: "All {name} that match",
    page: "Page",
    recent: "Opened lately",
    count: "{count} results",
  },
};
