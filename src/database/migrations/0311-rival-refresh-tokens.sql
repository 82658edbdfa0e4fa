-- requires 0.1.0
-- A refresh token that is used again within the grace period has several successors, of which one may be used.
-- successors: digests of the tokens issued for a refresh token, access and refresh by turns. Empty: one of them was
-- chosen, or another successor of the same token was. rival_of: the token that this one shares with other successors.
alter table tokens add column successors bytea[], add column rival_of bytea;
