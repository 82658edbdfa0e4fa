-- requires 0.1.0
alter table selling_settings validate constraint selling_settings_grace_days_check;
