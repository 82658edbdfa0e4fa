-- Agents and their actions.

alter table clients
  -- First request to the site's MCP server with the client's own token.
  add column agent_since timestamptz;

-- Audit entries of one tool, and of all tools.
create index audit_entries_of_tool on audit_entries (site_id, (details ->> 'tool'), created_at desc, id desc)
  where details ->> 'tool' is not null;
create index audit_entries_of_tools on audit_entries (site_id, created_at desc, id desc)
  where details ->> 'tool' is not null;
