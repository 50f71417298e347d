-- Who asked for a payment and who approved it, by id, whether a gateway pays or somebody did by hand: what one person asks for in a day adds up.
create table payment_request (
  payment bigint primary key references payment (id) on delete cascade,
  requested_by bigint,
  approved_by bigint
);
create index payment_request_requested_by on payment_request (requested_by) where requested_by is not null;
insert into payment_request (payment, requested_by, approved_by) select payment, requested_by, approved_by from payment_transfer;
alter table payment_transfer drop column requested_by, drop column approved_by;
create index payment_created_at on payment (created_at);
