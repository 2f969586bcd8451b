import { ValidationError } from 'yup'
import { sensorReport, type BatchOutcome, type SensorReport } from '../../contract/datapoints'
import { normalizeEui } from '../../contract/eui'

/** Sensors' reports about themselves (battery, radio, firmware), each validated by itself. */
export interface Reports {
  readonly reports: readonly SensorReport[]
  readonly refusedReports: NonNullable<BatchOutcome['refusedReports']>
}

/** Parses the reports of a batch. Refuses an invalid one alone: otherwise a gateway would resend the whole batch for ever. */
export function readReports(sensors: readonly unknown[]): Reports {
  const reports: SensorReport[] = []
  const refusedReports: Reports['refusedReports'] = []
  sensors.forEach((input, index) => {
    const read = readReport(input)
    if (typeof read === 'string') refusedReports.push({ index, message: read })
    else reports.push({ ...read, sensorEui: normalizeEui(read.sensorEui) })
  })
  return { reports, refusedReports }
}

/** Parses a report; returns a sentence that says what is wrong with it when it is invalid. */
function readReport(input: unknown): SensorReport | string {
  try {
    // Without stack traces, refusing thousands of invalid reports costs a quarter of the time.
    return sensorReport.validateSync(input, { strict: true, disableStackTrace: true })
  } catch (error) {
    if (error instanceof ValidationError) return error.message
    throw error
  }
}
