-- Links that were mailed: each proves, once, that whoever opens it reads the mail of the address it was sent to.

create table mail_links (
  site_id          uuid not null references sites,
  digest           bytea not null,
  purpose          text not null check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email')),
  -- Null: the account does not exist yet, or there is none and the row is here so that asking takes as long.
  account_id       uuid references accounts,
  -- Where the mail went.
  email            text not null,
  -- What was filled in by whoever signs up.
  name             text,
  password_hash    text,
  -- The browser that asked, and the authorization request that waits in it.
  browser_digest   bytea,
  authorization_id uuid,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  spent_at         timestamptz,
  primary key (site_id, digest)
);
create index mail_links_of_account on mail_links (site_id, account_id) where spent_at is null;
create index mail_links_by_expiry on mail_links (expires_at);

-- In development, where no server is named that would take them: the newest mails of a site.
create table mailbox_mails (
  site_id    uuid not null references sites,
  id         uuid not null,
  -- The whole mail, sealed, since it holds a link.
  sealed     bytea not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
