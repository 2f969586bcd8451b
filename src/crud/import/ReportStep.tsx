import { nanoid } from '@reduxjs/toolkit'
import { Download } from 'lucide-react'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { useEnvironment } from '../../ui/environment/Environment'
import { exportName } from '../export/exportRows'
import { counted } from '../model/words'
import { FaultsTable } from './FaultsTable'
import type { StepProps } from './step'
import { faultsOf, rejectsFile, unknownRows } from './rejects'

/** The outcome of the dry run or the import: the number of rows, and the error of each rejected row. */
export function ReportStep({ area, snapshot, send, onClose, onDownloaded }: StepProps) {
  const { context } = snapshot
  const { nouns } = area.resource
  const { download, now } = useEnvironment()
  const done = snapshot.matches('imported')
  const { created } = done ? context.tally : context.checked
  const faults = faultsOf(snapshot)
  const downloadRejects = () => {
    download(exportName(`${area.slug}-rejects`, now()), rejectsFile(snapshot))
    if (done) onDownloaded()
  }
  const rejected = new Set(faults.map(({ line }) => line)).size
  return (
    <div className="import-form">
      <Alert
        role="status"
        tone={rejected === 0 ? 'success' : created === 0 ? 'danger' : 'warning'}
        title={done ? `${counted(created, nouns)} imported` : `${counted(created, nouns)} can be imported`}
      >
        {rejectedWords(rejected, unknownRows(snapshot).length, done)}
      </Alert>
      {faults.length > 0 && <FaultsTable resource={area.resource} context={context} faults={faults} />}
      <div className="import-foot">
        {rejected > 0 && (
          <Button icon={Download} onClick={downloadRejects}>
            Download rejected rows
          </Button>
        )}
        {done ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={() => send({ type: 'back' })}>Back</Button>
            <Button variant="primary" disabled={created === 0} onClick={() => send({ type: 'start', key: nanoid() })}>
              Import {counted(created, nouns)}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const wereNouns = { one: 'row was', many: 'rows were' }

/** What happened to the rejected rows; `unknown` of them may have been created, because the answer was lost. */
function rejectedWords(rejected: number, unknown: number, done: boolean): string {
  if (rejected === 0) return done ? 'Every row of the file was imported.' : 'No row has a problem. Nothing is created yet.'
  const next = 'Download the rejected rows, fix them and import them again.'
  if (!done) return `${counted(rejected, { one: 'row', many: 'rows' })} will be skipped. ${next} Nothing is created yet.`
  const out = rejected === unknown ? '' : `${counted(rejected - unknown, wereNouns)} not imported. `
  if (unknown === 0) return out + next
  const which = `It is not known whether ${counted(unknown, wereNouns)} imported.`
  return `${out}${which} Download the rejected rows, and check which of them exist before you import them again.`
}
