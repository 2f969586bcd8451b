-- When the gateways of a rollout's group were chosen: one whose assigned firmware is changed by hand after that leaves the rollout.

alter table rollout_groups add column chosen_at timestamptz not null default now();
-- When a retried group was chosen is not known.
update rollout_groups gr set chosen_at = r.started_at from rollouts r
where r.id = gr.rollout_id and gr.kind <> 'retry' and r.started_at is not null;
