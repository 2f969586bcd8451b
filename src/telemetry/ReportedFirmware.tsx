import { gatewayFirmwares } from '../contract/gatewayFirmwares'
import type { Gateway } from '../contract/gateways'
import { crudCalls } from '../crud/model/crudSlice'
import { detailPath, newPath } from '../crud/model/paths'
import { Link } from '../ui/controls/Link'

/** The firmware that a gateway runs; where none is released of the version that it reports, that version, and the way to its firmware. */
export function ReportedFirmware({ row }: { readonly row: Gateway }) {
  if (row.reportedVersion != null) return <Unregistered hardwareId={row.hardwareId} version={row.reportedVersion} />
  if (row.firmwareId == null) return row.firmwareName
  return (
    <Link className="link" href={detailPath('gateway-firmwares', row.firmwareId)}>
      {row.firmwareName}
    </Link>
  )
}

/** It may be registered and not released yet: then its draft is what is needed, not another one. */
function Unregistered({ hardwareId, version }: { readonly hardwareId: string; readonly version: string }) {
  const filter = { hardwareIds: [hardwareId], status: ['draft'] }
  const sort = gatewayFirmwares.list.defaultSort
  const { data } = crudCalls(gatewayFirmwares).list.useQuery({ page: 1, pageSize: 25, sort, q: version, filter })
  const draft = data?.result.find(({ semver }) => semver === version)
  if (draft !== undefined)
    return (
      <>
        {version}, not released:{' '}
        <Link className="link" href={detailPath('gateway-firmwares', draft.id)}>
          {draft.title}
        </Link>
      </>
    )
  return (
    <>
      {version}, not registered{' '}
      <Link
        className="link"
        href={`${newPath('gateway-firmwares')}?${new URLSearchParams({ semver: version, hardwareIds: hardwareId }).toString()}`}
      >
        Register it
      </Link>
    </>
  )
}
