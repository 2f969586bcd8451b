import {
  BATCH_MAX,
  batchFrame,
  readReading,
  type BatchOutcome,
  type Fault,
  type Reading,
  type SensorReport,
} from '../../contract/datapoints'
import { normalizeEui } from '../../contract/fields'
import { refusal } from '../problems'
import { invalid, jsonObject, validated } from '../validate'

/** A batch as it came, each reading judged by itself. */
export interface Batch {
  /** With its place in what was sent. */
  readonly readings: readonly (Reading & { readonly index: number })[]
  readonly refused: BatchOutcome['refused']
  readonly reports: readonly SensorReport[]
  readonly firmwareVersion: string | undefined
}

/**
 * Reads the body of a batch. Throws 422 when it is no batch at all and 413 when it is too long; a wrong reading costs only itself.
 * `now` and `oldest` in milliseconds since 1970.
 */
export function readBatch(body: unknown, now: number, oldest: number): Batch {
  const { datapoints = [], ...rest } = jsonObject(body)
  if (!Array.isArray(datapoints)) throw invalid(new Map([['datapoints', 'datapoints is a list']]))
  if (datapoints.length > BATCH_MAX)
    throw refusal(413, 'too_large', `A batch has at most ${BATCH_MAX} readings, this one has ${datapoints.length}`)
  const { sensors = [], firmwareVersion } = validated(batchFrame, rest)
  const readings: (Reading & { index: number })[] = []
  const refused: BatchOutcome['refused'] = []
  datapoints.forEach((given: unknown, index) => {
    const read = readReading(given, now, oldest)
    if (isFault(read)) refused.push({ index, ...read })
    else readings.push({ index, ...read, sensorEui: normalizeEui(read.sensorEui) })
  })
  const reports = sensors.map((report) => ({ ...report, sensorEui: normalizeEui(report.sensorEui) }))
  return { readings, refused, reports, firmwareVersion }
}

function isFault(read: Reading | Fault): read is Fault {
  return 'code' in read
}
