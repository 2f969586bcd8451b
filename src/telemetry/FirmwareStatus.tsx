import type { Gateway, gatewayFirmwareStatuses } from '../contract/gateways'
import { wordsOf } from '../crud/model/words'
import { Status, type StatusTone } from '../ui/text/Status'

const tones: Readonly<Record<(typeof gatewayFirmwareStatuses)[number], StatusTone>> = {
  unknown: 'unknown',
  in_sync: 'good',
  update_available: 'info',
  pending: 'warning',
  error: 'critical',
}

/** Whether the gateway runs its assigned firmware. */
export function FirmwareStatus({ row }: { readonly row: Gateway }) {
  return <Status tone={tones[row.firmwareStatus]}>{wordsOf(row.firmwareStatus)}</Status>
}

/** The firmware status in a list; when the firmware is unknown, with the version that the gateway reports, and its update. */
export function FirmwareCell({ row }: { readonly row: Gateway }) {
  const { firmwareStatus, firmwareUpdate, reportedVersion } = row
  return (
    <>
      <FirmwareStatus row={row} />
      {reportedVersion != null && <span className="aside soft">{reportedVersion}</span>}
      {firmwareStatus === 'unknown' && firmwareUpdate !== 'none' && <span className="aside soft">Update {firmwareUpdate}</span>}
    </>
  )
}
