import type { ImportContext } from '../../../machines/importMachine'
import type { ImportError } from '../../contract/import'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import type { AnyResource } from '../model/declaration'
import { counted } from '../model/words'
import { labelsOf } from './mapping'

/** Maximum of errors shown; the file of rejected rows holds all of them. */
const FAULTS_SHOWN = 100

interface FaultsTableProps {
  readonly resource: AnyResource
  readonly context: ImportContext
  readonly faults: readonly ImportError[]
}

/** The errors line by line, with the cells' values. */
export function FaultsTable({ resource, context: { file, mapping }, faults }: FaultsTableProps) {
  const labels = labelsOf(resource)
  const rows = new Map(file?.rows.map((row) => [row.line, row.cells]))
  const hidden = faults.length - FAULTS_SHOWN
  return (
    <>
      <Table label="Problems" density="compact">
        <TableHead>
          <HeaderCell align="end">Line</HeaderCell>
          <HeaderCell>Field</HeaderCell>
          <HeaderCell>In the file</HeaderCell>
          <HeaderCell>Problem</HeaderCell>
        </TableHead>
        <TableBody>
          {faults.slice(0, FAULTS_SHOWN).map(({ line, field, message }) => (
            <TableRow key={`${line} ${field} ${message}`}>
              <Cell label="Line" align="end">
                {line}
              </Cell>
              <Cell label="Field">{labels.get(field) ?? 'The row'}</Cell>
              <Cell label="In the file">{rows.get(line)?.[mapping.indexOf(field)]}</Cell>
              <Cell label="Problem" className="import-fault">
                {message}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {hidden > 0 && (
        <p className="import-note">
          And {counted(hidden, { one: 'more problem', many: 'more problems' })}: the file of rejected rows lists them all.
        </p>
      )}
    </>
  )
}
