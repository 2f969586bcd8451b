import type { severities, Troubleshoot } from '../../contract/troubleshoots'
import { NoValue } from '../../ui/text/NoValue'
import { wordsOf } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'

const tones: Readonly<Record<(typeof severities)[number], StatusTone>> = { low: 'info', medium: 'warning', high: 'critical' }

/** A plant's troubleshoots: symptom, cause, remedy and prevention. */
export function TroubleshootsTable({ rows }: { readonly rows: readonly Troubleshoot[] }) {
  return (
    <Table label="Troubleshoots">
      <TableHead>
        <HeaderCell>Symptom</HeaderCell>
        <HeaderCell>Severity</HeaderCell>
        <HeaderCell>Cause</HeaderCell>
        <HeaderCell>Remedy</HeaderCell>
        <HeaderCell>Prevention</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} className="troubleshoot">
            <Cell look="title">
              {row.symptom}
              <Small>{wordsOf(row.affectedPart)}</Small>
            </Cell>
            <Cell label="Severity">
              <Status tone={tones[row.severity]}>{wordsOf(row.severity)}</Status>
            </Cell>
            <Cell label="Cause">
              {row.cause}
              <Small>{wordsOf(row.category)}</Small>
            </Cell>
            <Cell label="Remedy">
              <Remedy remedy={row.remedy} />
            </Cell>
            <Cell label="Prevention">{row.prevention ?? <NoValue />}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Small({ children }: { readonly children: string }) {
  return <span className="aside faint">{children}</span>
}

function Remedy({ remedy: { immediate, biological, chemical } }: Pick<Troubleshoot, 'remedy'>) {
  const ways = [
    ['At once', immediate],
    ['Biological', biological],
    ['Chemical', chemical],
  ].filter((way) => way[1] != null && way[1] !== '')
  if (ways.length === 0) return <NoValue />
  return ways.map(([way, words]) => (
    <p key={way}>
      <span className="faint">{way}:</span> {words}
    </p>
  ))
}
