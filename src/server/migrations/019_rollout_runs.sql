-- A rollout shows the reported version of a gateway that runs no released firmware.

create or replace view rollout_gateways_view as
select rg.*, g.name, g.search, coalesce(firmware.title, g.reported_version) as firmware_name,
  case when rg.assigned_at is not null and g.told_at >= rg.assigned_at then g.told_step end as step
from rollout_gateways rg
left join gateways g on g.id = rg.gateway_id
left join gateway_firmwares firmware on firmware.id = g.firmware_id;
