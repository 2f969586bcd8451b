import type { FirmwareStatus, GatewayFirmware } from '../../contract/gatewayFirmwares'
import { CountLink } from '../../crud/parts/CountLink'
import { wordsOf } from '../../crud/model/words'
import { grouped } from '../../ui/text/numberWords'
import { Badge, Status, type StatusTone } from '../../ui/text/Status'

const tones: Readonly<Record<FirmwareStatus, StatusTone>> = {
  draft: 'unknown',
  released: 'good',
  deprecated: 'off',
  revoked: 'critical',
}

interface RowProps {
  readonly row: GatewayFirmware
}

export function StatusWord({ row, look }: RowProps & { readonly look?: 'pill' }) {
  return (
    <Status tone={tones[row.status]} look={look}>
      {wordsOf(row.status)}
    </Status>
  )
}

/** The channel, and whether this is the latest firmware on it for one of its hardwares. */
export function Channel({ row }: RowProps) {
  return (
    <>
      <Badge>{wordsOf(row.channel)}</Badge>
      {row.latest && (
        <>
          {' '}
          <Badge>Latest</Badge>
        </>
      )}
    </>
  )
}

/** Gateways that report it. */
export function Installed({ row }: RowProps) {
  return <CountLink count={row.installedCount} slug="gateways" filter={{ firmwareId: row.id }} />
}

/** Gateways that it was assigned to and that do not report it yet. */
export function Pending({ row }: RowProps) {
  return <CountLink count={row.pendingCount} slug="gateways" filter={{ targetFirmwareId: row.id, firmwareUpdate: 'pending' }} />
}

/** Gateways whose update has failed. */
export function Failed({ row }: RowProps) {
  return <CountLink count={row.failedCount} slug="gateways" filter={{ targetFirmwareId: row.id, firmwareUpdate: 'failed' }} />
}

/** A size in readable units: 47.1 KiB instead of "48,213 B". */
export function sizeWords(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const at = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${grouped(Number((bytes / 1024 ** at).toFixed(1)))} ${units[at] ?? ''}`
}
