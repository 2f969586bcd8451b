import { toxicityWords, type Plant } from '../../contract/plants'
import { NoValue } from '../../ui/text/NoValue'
import { FieldWords } from '../../crud/parts/FieldWords'
import { rowLink } from '../../crud/parts/rowLink'
import { entryWords } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import type { Compared, Verdict } from './comparison'

const verdicts: Readonly<Record<Verdict, readonly [StatusTone, string]>> = {
  same: ['good', 'Same'],
  differs: ['warning', 'Differs'],
  draftOnly: ['info', 'Only in the draft'],
  plantOnly: ['off', 'Only in the plant'],
}

interface ComparisonTableProps {
  readonly rows: readonly Compared[]
  /** Null: shows the draft alone. */
  readonly plant: Plant | null
}

/** Draft and plant side by side, field by field. */
export function ComparisonTable({ rows, plant }: ComparisonTableProps) {
  return (
    <Table label="Comparison, field by field">
      <TableHead>
        <HeaderCell>Field</HeaderCell>
        <HeaderCell>Draft of the request</HeaderCell>
        {plant !== null && (
          <>
            <HeaderCell>{rowLink('plants', plant.id, plant.title)}</HeaderCell>
            <HeaderCell>Comparison</HeaderCell>
          </>
        )}
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <ComparisonRow key={row.path} row={row} plant={plant} />
        ))}
      </TableBody>
    </Table>
  )
}

interface ComparisonRowProps {
  readonly row: Compared
  readonly plant: Plant | null
}

function ComparisonRow({ row: { path, kind, draft, plant: theirs, verdict }, plant }: ComparisonRowProps) {
  const [tone, words] = verdicts[verdict]
  return (
    <TableRow className="comparison-row" data-verdict={plant === null ? undefined : verdict}>
      <Cell look="title">{kind.label}</Cell>
      <Cell label="Draft of the request">
        <Value path={path} kind={kind} value={draft} />
      </Cell>
      {plant !== null && (
        <>
          <Cell label={plant.title}>
            <Value path={path} kind={kind} value={theirs} />
          </Cell>
          <Cell label="Comparison">
            <Status tone={tone}>{words}</Status>
          </Cell>
        </>
      )}
    </TableRow>
  )
}

function Value({ path, kind, value }: Pick<Compared, 'path' | 'kind'> & { readonly value: unknown }) {
  if (!Array.isArray(value))
    return <FieldWords kind={kind} value={value} words={path === 'toxicity' ? toxicityWords : undefined} empty={<NoValue />} />
  return (
    <ul>
      {value.map((entry: unknown) => (
        <li key={entryWords(entry)}>{entryWords(entry)}</li>
      ))}
    </ul>
  )
}
