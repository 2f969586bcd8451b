import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATAPOINTS_PATH, type BatchOutcome } from '../../../contract/datapoints'
import { assignedFirmwarePaths } from '../../../contract/firmwareCalls'
import type { Run } from '../campaign'
import { exchangeText, jsonRequest, type ProbeResponse } from '../http'
import { resultIn, type Insist } from './insist'

/** Milliseconds between two reports: a key may send 120 batches a minute. */
const REPORT_MS = 600
/** Bytes of one range request: several for each file, so that kills fall between them. */
const RANGE = 512

/** A gateway that updates; images are named by their SHA-256. */
export interface Device {
  readonly id: string
  readonly key: string
  /** The tag by which rollouts reach it. */
  readonly tag: string
  version: string
  image: string | null
  /** The images that it received since they were last judged. */
  received: string[]
}

type Offered = NonNullable<BatchOutcome['firmware']>

/** Lets a gateway report its version, and install what it is offered, until `signal` aborts. */
export async function live(run: Pick<Run, 'findings'>, insist: Insist, device: Device, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const body = { datapoints: [], firmwareVersion: device.version }
    const request = jsonRequest('POST', DATAPOINTS_PATH, { token: device.key, body })
    const answer = await insist(request)
    const offered = answer?.status === 200 ? resultIn<BatchOutcome>(answer).firmware : null
    if (offered != null) await install(run, insist, device, offered)
    await sleep(REPORT_MS)
  }
}

async function install({ findings }: Pick<Run, 'findings'>, insist: Insist, device: Device, offered: Offered): Promise<void> {
  const report = async (status: string): Promise<void> => {
    const request = jsonRequest('POST', assignedFirmwarePaths.status, {
      token: device.key,
      body: { status, firmwareVersion: offered.version },
    })
    const answer = await insist(request)
    if (answer !== null && answer.status !== 204)
      findings.add('a gateway’s progress was refused', assignedFirmwarePaths.status, exchangeText(request, answer))
  }
  await report('downloading')
  const file = await download(insist, device, offered)
  if (file === null) return
  const image = createHash('sha256').update(file).digest('hex')
  device.received.push(image)
  if (image !== offered.sha256) findings.add('a gateway received another file than it was offered', offered.path, offered.version)
  for (const status of ['verifying', 'installing', 'installed']) await report(status)
  device.version = offered.version
  device.image = image
}

/** Null when the server does not send the offered file: the next batch offers it again. */
async function download(insist: Insist, { key }: Device, { path, sha256, sizeBytes }: Offered): Promise<Buffer | null> {
  const parts: Buffer[] = []
  for (let from = 0; from < sizeBytes; from += RANGE) {
    const request = jsonRequest('GET', path, { token: key })
    const headers = { ...request.headers, range: `bytes=${from}-${from + RANGE - 1}`, 'if-range': `"${sha256}"` }
    const answer: ProbeResponse | null = await insist({ ...request, headers })
    if (answer?.status !== 206) return null
    parts.push(answer.body)
  }
  return Buffer.concat(parts)
}
