-- A membership is linked to an account only after the person accepts it at that site. Until then, and after removal,
-- the row contains only data entered by the site. `account_sites` keeps the sites of removed members: an erasure
-- deletes an account with the last of them.

alter table members add column accepted_at timestamptz;

alter table accounts
  -- The site whose operator chose the password for the person. Null: set by a person with proven access to the
  -- mailbox.
  add column password_site_id uuid references sites,
  -- Invalidates links mailed earlier. Null: set before this was recorded.
  add column password_set_at  timestamptz;

-- The member whom the link invites.
alter table mail_links add column member_id uuid;
create index mail_links_of_member on mail_links (site_id, member_id) where spent_at is null;
alter table mail_links add foreign key (site_id, member_id) references members (site_id, id);

create index account_sites_of_member on account_sites (site_id, member_id);

-- Keep outstanding links working: they now lead to the membership instead of the account.
update mail_links set member_id = members.id
  from members
 where members.site_id = mail_links.site_id and members.account_id = mail_links.account_id
   and mail_links.spent_at is null and mail_links.purpose in ('invitation', 'set_password');

-- Members with activity have accepted: they signed in or learned at the site, or accepted an invitation.
update members
   set accepted_at = coalesce(last_sign_in_at, last_active_at, joined_at)
 where status in ('active', 'suspended') and account_id is not null and deleted_at is null
   and (sign_in_count > 0 or last_active_at is not null
        or exists (select from invitations
                    where invitations.site_id = members.site_id and invitations.member_id = members.id
                      and invitations.status = 'accepted'));

-- Active members who never signed in were created at the site with a password, or became active because the address
-- had an account elsewhere. The rows do not show which. If the account has only one site, it was created there. An
-- account without a password never made a member active: only imported data did. All others must accept by signing in
-- with their existing password.
update members
   set accepted_at = joined_at
 where status in ('active', 'suspended') and account_id is not null and accepted_at is null and deleted_at is null
   and (status = 'active' or exists (select from accounts where accounts.id = account_id and password_hash is not null))
   and (not exists (select from account_sites
                     where account_sites.account_id = members.account_id
                       and account_sites.site_id <> members.site_id)
        or exists (select from accounts where accounts.id = members.account_id and accounts.password_hash is null));

delete from account_sites
 using members
 where members.site_id = account_sites.site_id and members.id = account_sites.member_id
   and members.accepted_at is null and members.status <> 'removed';

update mail_links set account_id = null
  from members
 where members.site_id = mail_links.site_id and members.id = mail_links.member_id and members.accepted_at is null;

update members
   set account_id = null, status = case when status = 'active' then 'invited' else status end,
       -- Copied from the account when the member was added.
       locale = case when locale = (select accounts.locale from accounts where accounts.id = account_id) then null
                     else locale end,
       version = version + 1
 where account_id is not null and accepted_at is null;

-- Unclaimed accounts that no membership refers to.
delete from mail_links
 using accounts
 where accounts.id = mail_links.account_id and accounts.password_hash is null
   and not exists (select from account_sites where account_sites.account_id = accounts.id);
delete from accounts
 where password_hash is null and not exists (select from account_sites where account_sites.account_id = accounts.id)
   and not exists (select from members where members.account_id = accounts.id);
