import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { between } from './chance'

/** The parts of a firmware that determine its file; `sha256` is null where it has none. */
interface Described {
  readonly id: string
  readonly name: string
  readonly semver: string
  readonly sha256: string | null
}

interface Image {
  readonly bytes: Uint8Array
  readonly sha256: string
}

const cache = new Map<string, Image>()

/** Generates the file of a demo firmware: some tens of KiB of meaningless bytes, always the same. */
export function imageOf({ name, semver }: Pick<Described, 'name' | 'semver'>): Image {
  const key = `${name} ${semver}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const blocks = Array.from({ length: between(`${key} blocks`, 400, 1900) }, (_, at) =>
    createHash('sha256').update(`${key} ${at}`).digest(),
  )
  const bytes = new Uint8Array(Buffer.concat([Buffer.from(`Demo image of ${key}\n`), ...blocks]))
  const image = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  cache.set(key, image)
  return image
}

/** Inserts the files of firmwares that have one. */
export async function insertImages(tx: Queryable, firmwares: readonly Described[]): Promise<void> {
  for (const firmware of firmwares.filter(({ sha256 }) => sha256 !== null))
    await tx.query(sql`
      insert into gateway_firmware_pieces (firmware_id, place, bytes) values (${firmware.id}, 0, ${imageOf(firmware).bytes})`)
}
