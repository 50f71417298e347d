-- A note of running sums lives for seconds, and packing its ids took two thirds of what noting costs a batch of ingest.
alter table running_mark alter column affiliates set storage external;
