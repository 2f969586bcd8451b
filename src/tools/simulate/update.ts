import { createHash } from 'node:crypto'
import type { BatchOutcome } from '../../contract/datapoints'
import { assignedFirmwarePaths } from '../../contract/firmwareCalls'

/** The firmware that the answer to a batch assigns to the gateway. */
export type OfferedFirmware = NonNullable<BatchOutcome['firmware']>

/** Content of simulated images that no gateway can boot. */
export const BAD_IMAGE = 'does not boot'
/** Bytes of one range request. */
const RANGE = 32_768

interface Updating {
  readonly url: string
  readonly key: string
  readonly signal: AbortSignal
  /** This gateway fails with any firmware. */
  readonly fails: boolean
}

/**
 * Downloads a firmware range by range, verifies it, and reports each step to the server, as a real gateway does. Returns true when the
 * firmware runs, false when it failed or the server withdrew it during the update. Rejects when the server cannot be reached.
 */
export async function takeUpdate(firmware: OfferedFirmware, { url, key, signal, fails }: Updating): Promise<boolean> {
  const authorization = `Bearer ${key}`
  const report = async (status: string, reason: string | null = null) => {
    await fetch(`${url}${assignedFirmwarePaths.status}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ status, firmwareVersion: firmware.version, reason }),
      signal,
    })
  }
  const failed = async (reason: string) => {
    await report('failed', reason)
    return false
  }
  await report('downloading')
  const image = await download(firmware, `${url}${firmware.path}`, authorization, signal)
  if (image === null) return false
  await report('verifying')
  if (createHash('sha256').update(image).digest('hex') !== firmware.sha256) return failed('The checksum of the file differs')
  await report('installing')
  if (image.includes(BAD_IMAGE)) return failed('It does not start: the version before runs again')
  if (fails) return failed('The flash memory could not be written')
  await report('installed')
  return true
}

/** Null when the server no longer offers the file. */
async function download(
  { sha256, sizeBytes }: OfferedFirmware,
  url: string,
  authorization: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const parts: Buffer[] = []
  for (let from = 0; from < sizeBytes; from += RANGE) {
    const headers = { authorization, range: `bytes=${from}-${from + RANGE - 1}`, 'if-range': `"${sha256}"` }
    const response = await fetch(url, { headers, signal })
    if (response.status !== 206) return null
    parts.push(Buffer.from(await response.arrayBuffer()))
  }
  return Buffer.concat(parts)
}
