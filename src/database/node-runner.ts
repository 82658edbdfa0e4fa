import type pg from "pg";
import { preparedOptions } from "./planner-options.ts";

/**
 * The function that runs a prepared statement on the node of a site (`run-on-node.ts`). Processes of two releases run
 * beside each other: a changed function gets a new name.
 */
export const runner = "run_on_node_1";

const signature = `${runner}(uuid, text, text, text[], text[])`;

/** Returns true if the coordinator sends calls of the function to the node of the site. */
export async function hasRunner(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_dist_object
      where classid = 'pg_proc'::regclass and objid = to_regprocedure($1) and distribution_argument_index is not null`,
    [signature],
  );
  return rows.length > 0;
}

/**
 * Creates the function on all nodes. The coordinator sends a call to the node that has the rows of its site, which
 * prepares the statement once per connection. `{members}` in the statement is replaced with the table's shard: Citus
 * plans statements on its own tables again at each execution.
 */
export async function createRunner(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create or replace function ${runner}(site uuid, name text, statement text, tables text[], arguments text[])
    returns json language plpgsql ${preparedOptions.map((option) => `set ${option}`).join(" ")} as $function$
    declare
      prepared text := quote_ident(name || '_' || get_shard_id_for_distribution_column('members', site));
      call text := 'execute ' || prepared || ' ('
        || (select string_agg(quote_nullable(argument), ',') from unnest(arguments) as argument) || ')';
      shards text;
      named text;
      answer json;
    begin
      begin
        execute call into answer;
        return answer;
      exception when invalid_sql_statement_name then
        shards := 'select json_agg(found) from (' || statement || ') as found';
      end;
      foreach named in array tables loop
        shards := replace(shards, '{' || named || '}', shard_name(named::regclass, coalesce(
          (select shardid from pg_dist_shard where logicalrelid = named::regclass and shardminvalue is null),
          get_shard_id_for_distribution_column(named, site))));
      end loop;
      execute 'prepare ' || prepared || ' as ' || shards;
      execute call into answer;
      return answer;
    end
    $function$`);
  await client.query("select create_distributed_function($1, 'site', colocate_with => 'members')", [signature]);
}
