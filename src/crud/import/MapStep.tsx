import { nanoid } from '@reduxjs/toolkit'
import { ChevronDown } from 'lucide-react'
import type { Mapping } from '../../../machines/importMachine'
import { importColumns, isSkippedColumn, REJECT_COLUMNS } from '../../contract/import'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { counted, enumerated } from '../model/words'
import type { StepProps } from './step'
import { constantsOf, missingColumns, repeatedColumns } from './mapping'
import '../../ui/form/field.css'

/** Sample rows for each column. */
const EXAMPLES_SHOWN = 3

/** Maps each column of the file to a field; recognised columns are preselected. */
export function MapStep({ area, snapshot, send }: StepProps) {
  const { file, mapping } = snapshot.context
  const { resource } = area
  const missing = missingColumns(area, mapping)
  const repeated = repeatedColumns(mapping)
  const count = file?.rows.length ?? 0
  return (
    <div className="import-form">
      <p className="import-note">
        {file?.name}: {counted(count + (file?.ragged.length ?? 0), { one: 'row', many: 'rows' })}. Fields marked * are required.
      </p>
      <Notes area={area} mapping={mapping} />
      <Table label="Columns of the file" density="compact">
        <TableHead>
          <HeaderCell>Column</HeaderCell>
          <HeaderCell>First rows</HeaderCell>
          <HeaderCell>Goes into</HeaderCell>
        </TableHead>
        <TableBody>
          {file?.header.map((name, at) => (
            <TableRow key={name}>
              <Cell look="title">{name}</Cell>
              <Cell label="First rows" className="import-sample">
                {file.rows
                  .slice(0, EXAMPLES_SHOWN)
                  .map(({ cells }) => cells[at] ?? '')
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </Cell>
              <Cell label="Goes into">
                <FieldSelect
                  resource={resource}
                  name={name}
                  value={mapping[at] ?? null}
                  invalid={repeated.has(mapping[at] ?? '')}
                  onChange={(field) =>
                    send({ type: 'map', mapping: mapping.map((before, place) => (place === at ? field : before)) })
                  }
                />
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="import-foot">
        <Button onClick={() => send({ type: 'back' })}>Back</Button>
        <Button
          variant="primary"
          disabled={missing.length > 0 || repeated.size > 0 || count === 0}
          onClick={() => send({ type: 'check', key: nanoid() })}
        >
          Check {counted(count, { one: 'row', many: 'rows' })}
        </Button>
      </div>
    </div>
  )
}

/** Required fields without a column, and the values that all rows get in unmapped fields. */
function Notes({ area, mapping }: Pick<StepProps, 'area'> & { readonly mapping: Mapping }) {
  const missing = missingColumns(area, mapping).map(({ label }) => label)
  const constants = constantsOf(area, mapping)
  const labels = importColumns(area.resource)
    .filter(({ name }) => repeatedColumns(mapping).has(name))
    .map(({ label }) => label)
  return (
    <div role="status" className="import-form">
      {missing.length > 0 && (
        <Alert tone="warning" title={`${enumerated(missing)} ${missing.length === 1 ? 'is' : 'are'} required`}>
          Choose the {missing.length === 1 ? 'column it comes' : 'columns they come'} from.
        </Alert>
      )}
      {labels.length > 0 && (
        <Alert tone="warning" title={`Several columns are mapped to ${enumerated(labels)}`}>
          Leave out all but one.
        </Alert>
      )}
      {constants.length > 0 && (
        <p className="import-note">
          Not in the file, and the same in every row:{' '}
          {constants.map(({ column, words }) => `${column.label} ${words}`).join(' · ')}
        </p>
      )}
    </div>
  )
}

interface FieldSelectProps {
  readonly resource: StepProps['area']['resource']
  /** Name of the file's column. */
  readonly name: string
  readonly value: string | null
  readonly invalid: boolean
  readonly onChange: (field: string | null) => void
}

function FieldSelect({ resource, name, value, invalid, onChange }: FieldSelectProps) {
  const isServerSet = isSkippedColumn(resource, name) && !Object.values<string>(REJECT_COLUMNS).includes(name)
  const leaveOutLabel = isServerSet ? 'Left out: set by the server' : 'Leave out'
  return (
    <span className={invalid ? 'control control-invalid' : 'control'}>
      <select
        className="input select"
        aria-label={`${name} goes into`}
        aria-invalid={invalid || undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{leaveOutLabel}</option>
        {importColumns(resource).map((column) => (
          <option key={column.name} value={column.name}>
            {column.label}
            {column.required && ' *'}
          </option>
        ))}
      </select>
      <ChevronDown className="select-mark" aria-hidden="true" />
    </span>
  )
}
