-- Links sent by email. Each proves, once, access to the recipient's mailbox.

create table mail_links (
  site_id          uuid not null references sites,
  digest           bytea not null,
  purpose          text not null check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email')),
  -- Null: the account does not exist yet, or the row is a decoy for constant timing.
  account_id       uuid references accounts,
  -- Recipient address.
  email            text not null,
  -- Fields of the sign-up form.
  name             text,
  password_hash    text,
  -- The requesting browser, and its pending authorization request.
  browser_digest   bytea,
  authorization_id uuid,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  spent_at         timestamptz,
  primary key (site_id, digest)
);
create index mail_links_of_account on mail_links (site_id, account_id) where spent_at is null;
create index mail_links_by_expiry on mail_links (expires_at);

-- Mailbox of development installations without a mail server: the newest emails of a site.
create table mailbox_mails (
  site_id    uuid not null references sites,
  id         uuid not null,
  -- The encrypted email, because it contains a link.
  sealed     bytea not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
