import type pg from "pg";
import { preparedOptions } from "../connection/planner-options.ts";

/**
 * The functions that run a prepared statement on the node of a site (`run-on-node.ts`). Processes of two releases run
 * beside each other: a changed function gets a new name.
 */
export const reader = "read_on_node_1";
export const writer = "write_on_node_1";

const signatureOf = (name: string) => `${name}(uuid, text, text, text[], text[])`;

/** The writer's error if the site has left the node. The statement had no effect. */
export const siteHasMoved = "LN001";

/** Returns true if the coordinator sends calls of the functions to the node of the site. */
export async function hasRunners(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query(
    `select from unnest($1::text[]) as signature
      join pg_dist_object on classid = 'pg_proc'::regclass and objid = to_regprocedure(signature)
                         and distribution_argument_index is not null`,
    [[signatureOf(reader), signatureOf(writer)]],
  );
  return rows.length === 2;
}

/**
 * Creates the functions on all nodes. The coordinator sends a call to the node that has the rows of its site, which
 * prepares the statement once per connection. `{members}` in the statement is replaced with the table's shard: Citus
 * plans statements on its own tables again at each execution.
 */
export async function createRunners(client: pg.ClientBase): Promise<void> {
  await createRunner(client, reader);
  await createRunner(client, writer, lockShard);
}

/**
 * Delays a move of the site until the write is committed, with the lock (ShareLock) that Citus takes for its writes. If
 * a move was first, the shard is on another node afterwards, or has another ID. Citus allows direct changes of a shard
 * to sessions that promise to take this lock.
 */
const lockShard = `
  perform set_config('citus.enable_manual_changes_to_shards', 'on', true);
  perform lock_shard_metadata(5, array[shard]);
  if shard <> get_shard_id_for_distribution_column('members', site) or not exists (
    select from pg_dist_placement join pg_dist_local_group on pg_dist_local_group.groupid = pg_dist_placement.groupid
     where shardid = shard)
  then raise exception 'The site has moved to another node.' using errcode = '${siteHasMoved}'; end if;`;

async function createRunner(client: pg.ClientBase, name: string, lock = ""): Promise<void> {
  const signature = signatureOf(name);
  await client.query(`
    create or replace function ${name}(site uuid, name text, statement text, tables text[], arguments text[])
    returns json language plpgsql ${preparedOptions.map((option) => `set ${option}`).join(" ")} as $function$
    declare
      shard bigint := get_shard_id_for_distribution_column('members', site);
      prepared text := quote_ident(name || '_' || shard);
      call text := 'execute ' || prepared || ' ('
        || (select string_agg(quote_nullable(argument), ',') from unnest(arguments) as argument) || ')';
      named text;
      answer json;
    begin${lock}
      begin
        execute call into answer;
        return answer;
      exception when invalid_sql_statement_name then
        null;
      end;
      foreach named in array tables loop
        statement := replace(statement, '{' || named || '}', shard_name(named::regclass, coalesce(
          (select shardid from pg_dist_shard where logicalrelid = named::regclass and shardminvalue is null),
          get_shard_id_for_distribution_column(named, site))));
      end loop;
      execute 'prepare ' || prepared || ' as ' || statement;
      execute call into answer;
      return answer;
    end
    $function$`);
  await client.query("select create_distributed_function($1, 'site', colocate_with => 'members')", [signature]);
}
