-- Who is an agent, and what agents did.

alter table clients
  -- When it first spoke to the site's MCP server with a token of its own.
  add column agent_since timestamptz;

-- What one tool did, and what any did.
create index audit_entries_of_tool on audit_entries (site_id, (details ->> 'tool'), created_at desc, id desc)
  where details ->> 'tool' is not null;
create index audit_entries_of_tools on audit_entries (site_id, created_at desc, id desc)
  where details ->> 'tool' is not null;
