-- Whether anything points to an account is asked when it is deleted, at all sites at once: without this every member of
-- every site would be read for each erasure. Members come seldom enough to pay for it.
create index members_of_account on members (account_id);
