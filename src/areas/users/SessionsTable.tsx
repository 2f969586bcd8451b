import type { AccountSession } from '../../contract/account'
import { Button } from '../../ui/controls/Button'
import { Badge } from '../../ui/text/Status'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '../../ui/table/Table'
import { Time } from '../../ui/text/Time'

interface Props {
  readonly sessions: readonly AccountSession[]
  /** Id of the session that is being ended. */
  readonly ending: string | null
  readonly onEnd: (session: AccountSession) => void
}

export function SessionsTable({ sessions, ending, onEnd }: Props) {
  return (
    <Table label="Sessions">
      <TableHead>
        <HeaderCell>Device</HeaderCell>
        <HeaderCell>Address</HeaderCell>
        <HeaderCell>Signed in</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
        <HeaderCell hiddenLabel="Actions" />
      </TableHead>
      <TableBody>
        {sessions.map((session) => (
          <TableRow key={session.id} current={session.current}>
            <Cell look="title">
              {session.device} {session.current && <Badge>This session</Badge>}
            </Cell>
            <Cell label="Address" look="mono">
              {session.ip}
            </Cell>
            <Cell label="Signed in">
              <Time value={session.startedAt} />
            </Cell>
            <Cell label="Last seen">
              <Time value={session.seenAt} />
            </Cell>
            <Cell look="actions">
              {!session.current && (
                <Button
                  size="sm"
                  variant="danger-quiet"
                  aria-label={`End the session of ${session.device}`}
                  busy={ending === session.id}
                  onClick={() => onEnd(session)}
                >
                  End
                </Button>
              )}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
