import {
  BATCH_MAX,
  batchFrame,
  readMoment,
  readReading,
  type BatchOutcome,
  type Fault,
  type Reading,
} from '../../contract/datapoints'
import { normalizeEui } from '../../contract/eui'
import { grouped } from '../../contract/grouped'
import { invalid, refusal } from '../http/problems'
import { jsonObject, validated } from '../http/body'
import { readReports, type Reports } from './reports'

/** A reading with its index in the batch, from 0. */
export interface BatchReading extends Reading {
  readonly index: number
}

/** A parsed batch; each reading and report is validated by itself. */
export interface Batch extends Reports {
  readonly readings: readonly BatchReading[]
  readonly refused: BatchOutcome['refused']
  readonly firmwareVersion: string | undefined
}

/**
 * Parses the body of a batch. Throws 422 when it is no batch and 413 when it has too many readings; refuses an invalid reading or report
 * alone. `now` and `oldest` are milliseconds since 1970.
 */
export function readBatch(body: unknown, now: number, oldest: number): Batch {
  const { datapoints = [], ...rest } = jsonObject(body)
  if (!Array.isArray(datapoints)) throw invalid(new Map([['datapoints', 'datapoints must be a list']]))
  if (datapoints.length > BATCH_MAX)
    throw refusal(
      413,
      'too_large',
      `A batch can have at most ${grouped(BATCH_MAX)} readings, this one has ${grouped(datapoints.length)}`,
    )
  const { sensors = [], firmwareVersion } = validated(batchFrame, rest)
  const readings: BatchReading[] = []
  const refused: BatchOutcome['refused'] = []
  const euiOf = remembering(normalizeEui)
  const momentOf = remembering(readMoment)
  datapoints.forEach((input: unknown, index) => {
    const read = readReading(input, { now, oldest, momentOf })
    if (isFault(read)) refused.push({ index, ...read })
    else {
      const { sensorEui, metric, value, measuredAt } = read
      readings.push({ index, sensorEui: euiOf(sensorEui), metric, value, measuredAt })
    }
  })
  return { readings, refused, ...readReports(sensors), firmwareVersion }
}

/** Caches `read` by its text: a batch has many readings of few sensors and moments, and a text often equals the one before. */
function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  let [last, value]: [string?, Value?] = []
  return (text) => {
    if (value !== undefined && text === last) return value
    value = known.get(text) ?? read(text)
    known.set(text, value)
    last = text
    return value
  }
}

function isFault(read: Reading | Fault): read is Fault {
  return 'code' in read
}
