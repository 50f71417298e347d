-- The file of an invoice, and what its XML says: what was billed, and when.
alter table invoice add column if not exists file_name text;
alter table invoice add column if not exists file bytea;
alter table invoice add column if not exists amount numeric(18, 2);
alter table invoice add column if not exists issued_on date;
alter table invoice add constraint invoice_file_has_a_name check ((file is null) = (file_name is null));
