-- Deleting an account checks references across all sites. Without this index, each erasure would scan the members of
-- every site. Inserts of members are rare enough to pay for it.
create index members_of_account on members (account_id);
