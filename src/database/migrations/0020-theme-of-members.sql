-- requires 0.1.0
-- Adds the theme that a member has chosen: light, dark or device.
alter table members add column theme text;
