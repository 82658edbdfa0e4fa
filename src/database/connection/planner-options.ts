/**
 * Prepared plans are cached per connection: a sequential scan chosen for a small table would persist after the table
 * grows. A plan that cannot avoid a disabled step costs so much that PostgreSQL would compile each of its executions
 * (JIT), which takes seconds.
 *
 * Reading an entry of an index costs as much as a page, by default a two-hundredth. Indexes that do not begin with the
 * key compare all entries of the site. Without statistics these are estimated to be few, and at the default cost such an
 * index would be chosen as soon as it has one level less.
 */
export const sessionOptions = ["-c enable_seqscan=off -c jit=off -c timezone=UTC", "-c cpu_index_tuple_cost=1"].join(
  " ",
);

/**
 * A row costs as much as a page, by default a hundredth. Statistics that are missing or older than most rows make all
 * rows of a site look as few as one, so that the smaller of two indexes would decide, even if it does not have the key.
 * With statistics, lookups of some hundred rows by key would lose to joins that read the whole site. Random pages cost as
 * much as others, because most are in memory. Parallel plans stay as rare as by default.
 */
const rowCosts = "-c cpu_tuple_cost=1 -c random_page_cost=1 -c parallel_setup_cost=100000 -c parallel_tuple_cost=10";

/** Planner options for statements that write, and for all of a transaction. */
export const writeOptions = `${sessionOptions} ${rowCosts}`;

/**
 * Planner options for batches: key lookups in the statement's join order. Otherwise the planner would cache a plan
 * for the current table sizes. Rows cost as much as pages: without statistics, an index on the site and a column that is
 * mostly null seems as selective as the key, and has fewer pages, but returns the whole site.
 */
export const batchOptions = [
  sessionOptions,
  "-c enable_hashjoin=off -c enable_mergejoin=off -c cpu_tuple_cost=1",
  "-c join_collapse_limit=1 -c from_collapse_limit=1 -c plan_cache_mode=force_generic_plan",
].join(" ");

/**
 * Planner options for index-ordered pages, whose joins look up each row by its key. A generic plan fits all values. By
 * default, PostgreSQL compares cost estimates
 * for generic and custom plans and often replans each page, which takes a third of its time.
 */
export const pageOptions = [
  sessionOptions,
  "-c enable_bitmapscan=off -c enable_sort=off -c enable_hashjoin=off -c enable_mergejoin=off",
  "-c enable_material=off -c plan_cache_mode=force_generic_plan",
].join(" ");

/** Planner options for reads of several statements on one snapshot, which is a transaction. */
export const snapshotOptions = `${pageOptions} ${rowCosts}`;

/**
 * On a Citus cluster a statement goes to the node of its site, which the coordinator finds from the values: plans for
 * all values would go to every node. The nodes plan their part by themselves. A statement of several sites runs on one
 * shard after the other, so that a transaction can change tables of the installation after it.
 */
export const onCluster = (options: string): string =>
  `${options.replace(" -c plan_cache_mode=force_generic_plan", "")} -c citus.multi_shard_modify_mode=sequential`;

/** Options of batches that a node prepares, in addition to those of the database. */
export const preparedOptions: readonly string[] = [
  "cpu_tuple_cost = 1",
  "from_collapse_limit = 1",
  "plan_cache_mode = force_generic_plan",
];

/** Options of the database on the nodes of a cluster, for the same plans as on one server. */
export const nodeOptions: readonly string[] = [
  "enable_seqscan = off",
  "enable_hashjoin = off",
  "enable_mergejoin = off",
  "cpu_index_tuple_cost = 1",
  "join_collapse_limit = 1",
  "jit = off",
];

/** The same options as statements for one transaction. */
export const localSettings = (options: string): string =>
  options
    .split("-c ")
    .filter((option) => option !== "")
    .map((option) => `set local ${option.trim().replace("=", " = ")}`)
    .join("; ");
