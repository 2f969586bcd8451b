import { gatewayFirmwares } from '../contract/gatewayFirmwares'
import type { Gateway } from '../contract/gateways'
import { firstRows } from '../contract/list'
import { crudCalls } from '../crud/model/crudCalls'
import { newPath } from '../crud/model/paths'
import { rowLink } from '../crud/parts/rowLink'
import { Link } from '../ui/controls/Link'

/** The firmware that a gateway runs; if the reported version is not released, that version with a link to its firmware. */
export function ReportedFirmware({ row }: { readonly row: Gateway }) {
  if (row.reportedVersion != null) return <Unregistered hardwareId={row.hardwareId} version={row.reportedVersion} />
  if (row.firmwareId == null) return row.firmwareName
  return rowLink('gateway-firmwares', row.firmwareId, row.firmwareName)
}

/** The firmware may exist as a draft: then the link leads to the draft instead of a new firmware. */
function Unregistered({ hardwareId, version }: { readonly hardwareId: string; readonly version: string }) {
  const filter = { hardwareIds: [hardwareId], status: ['draft'] }
  const { data } = crudCalls(gatewayFirmwares).list.useQuery(firstRows(gatewayFirmwares, 25, { q: version, filter }))
  const draft = data?.result.find(({ semver }) => semver === version)
  if (draft !== undefined)
    return (
      <>
        {version}, not released: {rowLink('gateway-firmwares', draft.id, draft.title)}
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
