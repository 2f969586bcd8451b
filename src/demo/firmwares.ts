import { idOf } from './chance'
import { imageOf } from './images'
import type { Columns } from './rows'
import { monthsBefore } from './times'

/** A row of the firmwares table. */
export interface FirmwareRow {
  readonly id: string
  readonly created_at: string
  readonly updated_at: string
  readonly name: string
  readonly semver: string
  readonly channel: 'stable' | 'beta' | 'alpha'
  readonly status: 'draft' | 'released' | 'deprecated' | 'revoked'
  readonly status_reason: string | null
  readonly release_notes: string
  readonly min_from_version: string | null
  readonly file_name: string | null
  readonly size_bytes: number | null
  readonly sha256: string | null
  readonly released_at: string | null
  readonly first_installed_at: string | null
}

/** Columns of the table, with their types. */
export const firmwareColumns: Columns<FirmwareRow> = {
  id: 'uuid',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  name: 'text',
  semver: 'text',
  channel: 'text',
  status: 'text',
  status_reason: 'text',
  release_notes: 'text',
  min_from_version: 'text',
  file_name: 'text',
  size_bytes: 'bigint',
  sha256: 'text',
  released_at: 'timestamptz',
  first_installed_at: 'timestamptz',
}

/** Firmware family of each vendor's gateways. Vendors and models are fictional. */
export const familyOf: Readonly<Record<string, string>> = {
  Fernwire: 'fernwire-os',
  Mossgate: 'mossgate-edge',
  Tallgrass: 'tallgrass-link',
}

type Release = Pick<FirmwareRow, 'name' | 'semver' | 'channel' | 'status'> & {
  readonly monthsAgo: number
  readonly notes: string
  readonly from?: string
  /** Why it was withdrawn. */
  readonly reason?: string
  /** A draft without a file. */
  readonly empty?: true
}
const releases: readonly Release[] = [
  {
    name: 'fernwire-os',
    semver: '3.9.0',
    channel: 'stable',
    status: 'deprecated',
    monthsAgo: 14,
    notes: 'Class B devices. Clock kept by NTS.',
    reason: 'Superseded by 3.10.2.',
  },
  {
    name: 'fernwire-os',
    semver: '3.10.2',
    channel: 'stable',
    status: 'released',
    monthsAgo: 8,
    notes: 'Fewer re-joins after a restart of the uplink.',
  },
  {
    name: 'fernwire-os',
    semver: '3.11.0',
    channel: 'stable',
    status: 'released',
    monthsAgo: 2,
    notes: 'Downlinks survive a change of the gateway. Signed logs.',
    from: '3.9.0',
  },
  {
    name: 'fernwire-os',
    semver: '3.12.0-rc.1',
    channel: 'beta',
    status: 'released',
    monthsAgo: 0.5,
    notes: 'Release candidate: relays.',
    from: '3.11.0',
  },
  {
    name: 'mossgate-edge',
    semver: '1.8.4',
    channel: 'stable',
    status: 'released',
    monthsAgo: 11,
    notes: 'Scans Bluetooth sensors in turns: half the lost beacons.',
  },
  {
    name: 'mossgate-edge',
    semver: '2.0.0',
    channel: 'stable',
    status: 'revoked',
    monthsAgo: 5,
    notes: 'New radio driver.',
    reason: 'Loses its network settings when the power fails during the update.',
  },
  {
    name: 'mossgate-edge',
    semver: '2.0.1',
    channel: 'stable',
    status: 'released',
    monthsAgo: 4,
    notes: 'Replaces 2.0.0. New radio driver.',
    from: '1.8.0',
  },
  {
    name: 'mossgate-edge',
    semver: '2.1.0-alpha.3',
    channel: 'alpha',
    status: 'draft',
    monthsAgo: 0.2,
    notes: 'Reads soil probes of the second generation.',
    empty: true,
  },
  {
    name: 'tallgrass-link',
    semver: '5.2.1',
    channel: 'stable',
    status: 'released',
    monthsAgo: 9,
    notes: 'Buffers 48 hours without an uplink.',
  },
  {
    name: 'tallgrass-link',
    semver: '5.3.0',
    channel: 'stable',
    status: 'released',
    monthsAgo: 1,
    notes: 'Sends at once what was buffered, oldest first.',
    from: '5.0.0',
  },
  {
    name: 'tallgrass-link',
    semver: '5.4.0-rc.1',
    channel: 'beta',
    status: 'draft',
    monthsAgo: 0.1,
    notes: 'Release candidate: quieter radios at night.',
    from: '5.2.0',
  },
]

/** The demo's firmware releases. */
export function demoFirmwares(now: Date): FirmwareRow[] {
  return releases.map(({ monthsAgo, notes, from, reason, empty, ...release }) => {
    const key = `firmware ${release.name} ${release.semver}`
    const at = monthsBefore(now, key, monthsAgo, monthsAgo + 0.1)
    const withdrawnAt = monthsBefore(now, key, monthsAgo / 2, monthsAgo / 2 + 0.1)
    const draft = release.status === 'draft'
    const image = empty === true ? null : imageOf(release)
    return {
      ...release,
      id: idOf(key, at),
      created_at: at.toISOString(),
      updated_at: (reason === undefined ? at : withdrawnAt).toISOString(),
      release_notes: notes,
      min_from_version: from ?? null,
      status_reason: reason ?? null,
      file_name: image && `${release.name}-${release.semver}.bin`,
      size_bytes: image && image.bytes.length,
      sha256: image && image.sha256,
      released_at: draft ? null : at.toISOString(),
      first_installed_at: draft ? null : at.toISOString(),
    }
  })
}
