type Beginning = string | RegExp;

/** Statements of several sites, by their beginning, with the reason. */
const exceptions: readonly (readonly [beginning: Beginning, reason: string])[] = [
  [/^select (\w+)\.site_id from \1 where \1\.site_id > \$1 and /, "sites with rows to count are found page by page"],
  ["select distinct site_id from ", "sites with work to do are found in one statement"],
  ["select site_id, id from posts where status = 'scheduled'", "due rows are found by time alone"],
  ["select site_id, id from stored_objects where released_at <", "due rows are found by time alone"],
  ["select site_id, id, due_at from subscriptions where due_at <=", "due rows are found by time alone"],
  ["select site_id, id, starts_at from events where status = 'published'", "due rows are found by time alone"],
  ["select site_id, id from events where (case when reminder_version", "due rows are found by time alone"],
  ["select site_id, id, due_at from billing_agreements where due_at <=", "due rows are found by time alone"],
  ["select site_id, id from orders where status = 'pending'", "due rows are found by time alone"],
  ["select site_id, id from event_registrations where status = 'waitlisted'", "due rows are found by time alone"],
  ["select site_id, id, created_at from members where guest_email_key", "due rows are found by time alone"],
  ["select site_id, id from vouchers where mail_at <=", "due rows are found by time alone"],
  ["select site_id, endpoint_id from webhook_deliveries where", "due rows are found by time alone"],
  ["select site_id, id as endpoint_id from webhook_endpoints where", "endpoints with due deliveries of many sites"],
  ["select endpoints.site_id, endpoints.id as endpoint_id from", "endpoints with due deliveries of many sites"],
  ["select site_id, min(expires_at) as soonest from ", "sites with access that ends soon are found by time"],
  ['select site_id, "id" as key from ', "expired rows are found by time alone"],
  ['select site_id, "digest" as key from ', "expired rows are found by time alone"],
  ['select site_id, "browser_digest" as key from ', "expired rows are found by time alone"],
  ["select site_id, settings -> '", "the settings of many sites are read in one statement"],
  [
    "select count(*) as count, min(undispatched.created_at) as oldest from",
    "metrics count up to a limit over all sites",
  ],
  ["select count(*) filter (where pending.next_attempt_at <=", "metrics count up to a limit over all sites"],
  ["delete from lecture_releases where site_id <> all", "sites without waiting lectures have no marker"],
  ["delete from rollup_backlogs where site_id <> all", "sites without a backlog have no row"],
  ["delete from mail_links where account_id = ", "an account belongs to the installation"],
  ["select sites.id, sites.name, sites.origin, members.roles from unnest", "a person reads the sites they belong to"],
];

const begins = (statement: string, beginning: Beginning): boolean =>
  typeof beginning === "string" ? statement.startsWith(beginning) : beginning.test(statement);

/** The reason why a statement may name no site. */
export const reasonOf = (statement: string): string | undefined =>
  exceptions.find(([beginning]) => begins(statement, beginning))?.[1];

export const unusedExceptions = (statements: readonly string[]): Beginning[] =>
  exceptions.flatMap(([beginning]) => (statements.some((statement) => begins(statement, beginning)) ? [] : beginning));
