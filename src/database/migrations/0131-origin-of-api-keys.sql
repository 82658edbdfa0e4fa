-- requires 0.1.0
alter table clients validate constraint clients_origin_check;
