-- Users' requests for plants that the catalogue lacks, and their review.

create table plant_requests (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  requested_name text collate "C" not null,
  proposed_scientific_name text collate "C",
  -- Null if the requester was deleted.
  requester_user_id uuid constraint plant_requests_requester_user_id_fkey references users (id) on delete set null,
  notes text,
  source_url text,
  -- The plant's fields that are known so far, by the contract's names.
  draft jsonb not null default '{}',
  status text collate "C" not null default 'requested'
    check (status in ('requested', 'in_review', 'approved', 'published', 'rejected')),
  -- The user who last changed the status, and the time of the approval or rejection.
  reviewer_id uuid constraint plant_requests_reviewer_id_fkey references users (id) on delete set null,
  decided_at timestamptz,
  rejection_reason text collate "C"
    check (rejection_reason in ('duplicate', 'unverifiable', 'insufficient_data', 'not_a_plant', 'other')),
  rejection_note text,
  -- Null once that plant is deleted; the audit log still has it.
  duplicate_of_plant_id uuid constraint plant_requests_duplicate_of_plant_id_fkey references plants (id) on delete set null,
  published_plant_id uuid constraint plant_requests_published_plant_id_fkey references plants (id) on delete set null,
  -- Key by which demand is counted: ignores case and repeated spaces.
  name_key text collate "C" not null generated always as (folded(btrim(regexp_replace(requested_name, '\s+', ' ', 'g')))) stored,
  constraint plant_requests_rejection check (status <> 'rejected' or rejection_reason is not null),
  search text collate "C" not null
    generated always as (folded(requested_name || U&'\001F' || coalesce(proposed_scientific_name, ''))) stored
);
-- A plant is published from one request only.
create unique index plant_requests_published_plant on plant_requests (published_plant_id);
create index plant_requests_duplicate_of_plant_id on plant_requests (duplicate_of_plant_id);
create index plant_requests_requester_user_id on plant_requests (requester_user_id);
create index plant_requests_requested_name on plant_requests (requested_name, id);
create index plant_requests_created_at on plant_requests (created_at, id);
create index plant_requests_updated_at on plant_requests (updated_at, id);
create index plant_requests_decided_at on plant_requests (decided_at nulls first, id);
create index plant_requests_status on plant_requests (status, id);
create index plant_requests_reviewer_id on plant_requests (reviewer_id, id);
create index plant_requests_name_key on plant_requests (name_key, created_at, id);
create index plant_requests_search on plant_requests using gin (search gin_trgm_ops);

-- Returns whether a request counts as demand for its name.
create function is_open_request(status text) returns boolean language sql immutable parallel safe
return status in ('requested', 'in_review', 'approved');

create index plant_requests_demand on plant_requests (name_key) where is_open_request(status);

create view plant_requests_view as
select r.*,
  requester.fullname as requester_name,
  reviewer.fullname as reviewer_name,
  duplicate.title as duplicate_of_plant_name,
  published.title as published_plant_name,
  (select count(*) from plant_requests d where d.name_key = r.name_key and is_open_request(d.status)) as demand_count
from plant_requests r
left join users requester on requester.id = r.requester_user_id
left join users reviewer on reviewer.id = r.reviewer_id
left join plants duplicate on duplicate.id = r.duplicate_of_plant_id
left join plants published on published.id = r.published_plant_id;
