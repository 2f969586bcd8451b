import { FileSpreadsheet } from 'lucide-react'
import { useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '../../contract/import'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { CancelButton } from '../../ui/overlay/CancelButton'
import { useTyped } from '../../ui/overlay/dialogScope'
import { useEnvironment } from '../../ui/environment/Environment'
import { FileDrop } from '../../ui/controls/FileDrop'
import { grouped } from '../../ui/text/numberWords'
import { storedFormat } from '../model/csvFile'
import type { ApiDispatch } from '../model/reference'
import type { StepProps } from './step'
import { templateFile } from './template'
import '../../ui/form/field.css'

/** Takes a file, chosen or dropped, or pasted text; says why an unusable one is refused. */
export function ChooseStep({ area, snapshot, send, pasted, onPaste }: StepProps) {
  const { refusal } = snapshot.context
  const isReading = snapshot.matches('reading')
  useTyped(pasted !== '')
  const id = useId()
  return (
    <div className="import-form">
      {isReading && <p role="status">Reading the file…</p>}
      <Failure title="This cannot be imported">{refusal && `${refusal}.`}</Failure>
      <FileDrop label="CSV file" accept=".csv,.tsv,.txt,text/csv" onFile={(file) => send({ type: 'choose', source: { file } })}>
        <p className="import-note">
          or drop it here: UTF-8, a header in the first line, at most {grouped(IMPORT_ROWS_MAX)} rows and{' '}
          {IMPORT_BYTES_MAX / 1_048_576} MiB
        </p>
      </FileDrop>
      <div className="field">
        <label htmlFor={id} className="field-label">
          Or paste rows from a spreadsheet, with their header
        </label>
        <div className="control">
          <textarea
            id={id}
            rows={3}
            className="input"
            spellCheck={false}
            value={pasted}
            onChange={(event) => onPaste(event.target.value)}
          />
        </div>
      </div>
      <Template area={area} />
      <div className="import-foot">
        <CancelButton />
        <Button
          variant="primary"
          busy={isReading}
          disabled={pasted.trim() === ''}
          onClick={() => send({ type: 'choose', source: { text: pasted } })}
        >
          Use pasted rows
        </Button>
      </div>
    </div>
  )
}

function Template({ area }: Pick<StepProps, 'area'>) {
  const dispatch = useDispatch<ApiDispatch>()
  const { browserStorage, download } = useEnvironment()
  const [busy, setBusy] = useState(false)
  const downloadTemplate = async () => {
    setBusy(true)
    download(`${area.slug}-template.csv`, await templateFile(area, dispatch, storedFormat(browserStorage)))
    setBusy(false)
  }
  return (
    <div className="import-template">
      <Button size="sm" variant="ghost" icon={FileSpreadsheet} busy={busy} onClick={() => void downloadTemplate()}>
        Download a template
      </Button>
      <span className="import-note">All columns, required ones first, with an example row. An exported file works as well.</span>
    </div>
  )
}
