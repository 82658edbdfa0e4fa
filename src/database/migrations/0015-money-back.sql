-- requires 0.1.0
-- Adds the days for which buyers get their money back.
alter table selling_settings add column money_back_days integer default 0 not null;
