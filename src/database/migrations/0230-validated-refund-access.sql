-- requires 0.1.0
alter table selling_settings validate constraint selling_settings_refund_access_check;
