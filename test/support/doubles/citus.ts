import pg from "pg";
import { connect } from "#database/connection/connect.ts";
import { distribute } from "#database/cluster/distribute.ts";
import { dropDatabase } from "../databases/drop-database.ts";

interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

/** The nodes of the Citus cluster that the database of this client belongs to; empty without Citus. */
export async function citusNodes(client: pg.Client): Promise<Node[]> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  if (rows.length === 0) return [];
  const nodes = await client.query<Node>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
  );
  return nodes.rows;
}

/** Makes a new database of the coordinator one of the whole cluster, and returns its address. */
export async function createOnNodes(url: string, name: string, nodes: readonly Node[]): Promise<string> {
  for (const node of nodes) {
    if (!node.isCoordinator) await on(addressOf(url, node, "postgres"), `create database ${name}`);
    await on(addressOf(url, node, name), "create extension citus");
  }
  const databaseUrl = new URL(url);
  databaseUrl.pathname = name;
  for (const { host, port, isCoordinator } of nodes) {
    const add = isCoordinator ? "citus_set_coordinator_host" : "citus_add_node";
    await on(databaseUrl.href, `select ${add}('${host}', ${port})`);
  }
  return databaseUrl.href;
}

/** Makes a new database of the coordinator one of the whole cluster, and distributes its tables. */
export async function distributeDatabase(url: string, name: string, nodes: readonly Node[]): Promise<void> {
  const databaseUrl = await createOnNodes(url, name, nodes);
  const connection = await connect(
    { databaseUrl, dataFolder: "" },
    { role: "command", log: () => {}, statementTimeout: 600_000 },
  );
  const client = await connection.database.pool.connect();
  await client.query("set statement_timeout = 0");
  await distribute(client);
  client.release(true);
  await connection.close();
}

/** Drops the database on the nodes besides the coordinator. */
export async function dropOnNodes(url: string, name: string, nodes: readonly Node[]): Promise<void> {
  for (const node of nodes) {
    if (!node.isCoordinator) await withClient(addressOf(url, node, "postgres"), (client) => dropDatabase(client, name));
  }
}

function addressOf(url: string, { host, port }: Node, database: string): string {
  const address = new URL(url);
  [address.hostname, address.port, address.pathname] = [host, String(port), database];
  return address.href;
}

const on = (address: string, statement: string): Promise<void> =>
  withClient(address, async (client) => void (await client.query(statement)));

async function withClient(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
