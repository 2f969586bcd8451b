import { Archive, Ban, Rocket, Send } from 'lucide-react'
import { firmwareMoves, gatewayFirmwares, type FirmwareStatus, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { declare } from '../../crud/model/declaration'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { ListAction } from '../../crud/parts/ListAction'
import { listPath } from '../../crud/model/paths'
import { rowLink } from '../../crud/parts/rowLink'
import { counted } from '../../crud/model/words'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'
import { Channel, Failed, Installed, Pending, sizeWords, StatusWord } from './words'
import './firmwares.css'

const FirmwareCards = panelOnDemand(async () => (await import('./FirmwareCards')).FirmwareCards)
const AssignDialog = dialogOnDemand(async () => (await import('./AssignDialog')).AssignDialog)
const ReleaseDialog = dialogOnDemand(async () => (await import('./MoveDialog')).ReleaseDialog)
const DeprecateDialog = dialogOnDemand(async () => (await import('./MoveDialog')).DeprecateDialog)
const RevokeDialog = dialogOnDemand(async () => (await import('./MoveDialog')).RevokeDialog)

const latestWords = { true: 'Latest', false: 'Superseded' }
const settled = { fixed: (row: object) => 'status' in row && row.status !== 'draft' }

function Hardwares({ row }: { readonly row: GatewayFirmware }) {
  return (
    <ul className="firmware-hardwares">
      {row.hardwareIds.map((id, at) => (
        <li key={id}>{rowLink('gateway-hardwares', id, row.hardwareNames[at])}</li>
      ))}
    </ul>
  )
}

/** Gateway firmwares: the versions, their status, and the gateways' progress. */
export const declaration = declare({
  resource: gatewayFirmwares,
  columns: [
    { key: 'title', title: 'Firmware', width: 13 },
    { key: 'channel', title: 'Channel', also: ['latest'], cell: (row) => <Channel row={row} /> },
    { key: 'status', title: 'Status', width: 7, cell: (row) => <StatusWord row={row} /> },
    { key: 'installedCount', title: 'Installed', width: 5.75, numeric: true, cell: (row) => <Installed row={row} /> },
    { key: 'pendingCount', title: 'Pending', width: 5, numeric: true, cell: (row) => <Pending row={row} /> },
    { key: 'failedCount', title: 'Failed', width: 5, numeric: true, cell: (row) => <Failed row={row} /> },
    { key: 'releasedAt', title: 'Released', width: 7.25, cell: (row) => <Moment value={row.releasedAt} dense /> },
    { key: 'sizeBytes', title: 'Size', width: 5.5, numeric: true, minor: true, cell: (row) => size(row) },
    { key: 'minFromVersion', title: 'Updates from', width: 7, minor: true },
  ],
  filters: [
    { name: 'status', title: 'Status' },
    { name: 'channel', title: 'Channel' },
    { name: 'latest', title: 'Latest', words: latestWords },
    { name: 'hardwareIds', title: 'Hardware' },
  ],
  State: ({ row }) => <StatusWord row={row} look="pill" />,
  Summary: ({ row }) => (
    <>
      <Channel row={row} /> · {counted(row.installedCount, { one: 'gateway runs it', many: 'gateways run it' })}
      {row.statusReason != null && <> · {row.statusReason}</>}
    </>
  ),
  sections: [
    {
      title: 'Firmware',
      items: [
        { key: 'name' },
        { key: 'semver' },
        { key: 'channel', value: (row) => <Channel row={row} /> },
        { key: 'minFromVersion', label: 'Updates from' },
        { key: 'releasedAt', value: (row) => <Moment value={row.releasedAt} /> },
        { key: 'statusReason' },
        { key: 'releaseNotes', wide: true },
      ],
    },
    {
      title: 'Gateways',
      items: [
        { key: 'installedCount', value: (row) => <Installed row={row} /> },
        { key: 'pendingCount', value: (row) => <Pending row={row} /> },
        { key: 'failedCount', value: (row) => <Failed row={row} /> },
        { key: 'hardwareIds', label: 'Runs on', wide: true, value: (row) => <Hardwares row={row} /> },
      ],
    },
  ],
  form: [
    {
      title: 'Firmware',
      hint: 'Name, version and hardwares cannot be changed after the release.',
      fields: [
        { name: 'name', ...settled },
        { name: 'semver', hint: 'Semantic version, such as 3.11.0 or 3.12.0-rc.1.', ...settled },
        { name: 'channel' },
        { name: 'minFromVersion', hint: 'The oldest version that can be updated to this one.' },
        { name: 'hardwareIds', hint: 'The hardwares that it runs on.', wide: true, ...settled },
        { name: 'releaseNotes' },
      ],
    },
  ],
  blank: { channel: 'stable', hardwareIds: [] },
  example: { name: 'Hub OS', semver: '3.12.0', releaseNotes: 'Joins faster.', minFromVersion: '3.9.0' },
  ListMore: () => (
    <ListAction href={listPath('rollouts')} icon={Rocket}>
      Rollouts
    </ListAction>
  ),
  actions: [
    { label: 'Assign', icon: Send, next: true, offered: ({ status }) => status === 'released', Dialog: AssignDialog },
    {
      label: 'Release',
      icon: Rocket,
      next: true,
      offered: ({ status, sha256 }) => status === 'draft' && sha256 != null,
      Dialog: ReleaseDialog,
    },
    { label: 'Deprecate', icon: Archive, offered: ({ status }) => can(status, 'deprecated'), Dialog: DeprecateDialog },
    { label: 'Revoke', icon: Ban, danger: true, offered: ({ status }) => can(status, 'revoked'), Dialog: RevokeDialog },
  ],
  More: FirmwareCards,
  deletable: ({ everInstalled }) => !everInstalled,
  removal: {
    typed: false,
    consequence(rows) {
      if (rows.some((row) => row.everInstalled)) return 'A firmware that a gateway has run cannot be deleted, only revoked.'
      return rows.some(({ sha256 }) => sha256 != null) ? 'Uploaded files are deleted too.' : ''
    },
  },
})

function can(from: FirmwareStatus, to: FirmwareStatus): boolean {
  return firmwareMoves[from].includes(to)
}

function size({ sizeBytes }: GatewayFirmware) {
  return sizeBytes == null ? <NoValue /> : sizeWords(sizeBytes)
}
