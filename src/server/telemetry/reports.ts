import { ValidationError } from 'yup'
import { sensorReport, type BatchOutcome, type SensorReport } from '../../contract/datapoints'
import { normalizeEui } from '../../contract/fields'

/** What sensors say of themselves, each judged by itself. */
export interface Reports {
  readonly reports: readonly SensorReport[]
  readonly refusedReports: NonNullable<BatchOutcome['refusedReports']>
}

/** Reads the reports of a batch: a wrong one costs only itself, so that no gateway sends for ever what one sensor says wrongly. */
export function readReports(sensors: readonly unknown[]): Reports {
  const reports: SensorReport[] = []
  const refusedReports: Reports['refusedReports'] = []
  sensors.forEach((given, index) => {
    const read = readReport(given)
    if (typeof read === 'string') refusedReports.push({ index, message: read })
    else reports.push({ ...read, sensorEui: normalizeEui(read.sensorEui) })
  })
  return { reports, refusedReports }
}

/** The report, or a sentence that says what is wrong with it. */
function readReport(given: unknown): SensorReport | string {
  try {
    // Whoever sends thousands of wrong ones is answered at a quarter of what their stacks would cost.
    return sensorReport.validateSync(given, { strict: true, disableStackTrace: true })
  } catch (error) {
    if (error instanceof ValidationError) return error.message
    throw error
  }
}
