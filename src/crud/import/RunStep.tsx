import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { grouped } from '../../ui/text/numberWords'
import { Progress } from '../../ui/layout/Progress'
import { counted } from '../model/words'
import type { StepProps } from './step'

const checking = 'Checking every row; none is created yet.'
const importing = 'Importing the rows that passed the dry run.'
const stopping = 'Stopping after the rows that were sent.'

/** Progress of the dry run or the import. After an interruption Retry continues with the remaining rows. */
export function RunStep({ snapshot, send }: StepProps) {
  const { rows, tally, failure } = snapshot.context
  const total = rows.length
  const dry = snapshot.matches('checking')
  const isStopping = snapshot.matches({ importing: { sending: 'stopping' } })
  const words = `${grouped(tally.at)} of ${counted(total, { one: 'row', many: 'rows' })} ${dry ? 'checked' : 'done'}`
  return (
    <div className="import-form">
      {failure === null && <p role="status">{dry ? checking : isStopping ? stopping : importing}</p>}
      <Progress label={dry ? 'Rows checked' : 'Rows imported'} value={tally.at} max={Math.max(1, total)} />
      <p className="import-note">{words}</p>
      {failure !== null && (
        <Alert tone="danger" role="alert" title={dry ? 'The dry run stopped' : 'The import stopped'}>
          {failure} {words}; Retry continues from there{dry ? '.' : ', and no row is imported twice.'}
        </Alert>
      )}
      <div className="import-foot">
        <Button aria-disabled={isStopping} onClick={() => send({ type: 'stop' })}>
          {dry ? 'Cancel' : 'Stop'}
        </Button>
        {failure !== null && (
          <Button variant="primary" onClick={() => send({ type: 'retry' })}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}
