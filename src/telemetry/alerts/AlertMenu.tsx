import { AlarmClockOff, BellOff, CircleCheck, Eye, HandHelping } from 'lucide-react'
import { alertMovesFrom } from '../../../machines/alertMachine'
import type { Alert } from '../../contract/alerts'
import { detailPath } from '../../crud/model/paths'
import { useEnvironment } from '../../ui/environment/Environment'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlay/Menu'
import { useToast } from '../../ui/overlay/Toaster'
import { useZone } from '../../ui/text/Time'
import { forTheNight, longerWords, snoozes } from './until'
import { useMove } from './useMove'
import { useSilence } from './useSilence'

interface AlertMenuProps {
  readonly alert: Alert
  /** Called with null when an action begins, and with the reason when it fails. */
  readonly onFailure: (failure: string | null) => void
}

/** The immediate actions on an alert: its moves, and silencing its rule. */
export function AlertMenu({ alert, onFailure }: AlertMenuProps) {
  return (
    <Menu label={`What to do about ${alert.title}`} size="sm">
      <Items alert={alert} onFailure={onFailure} />
    </Menu>
  )
}

function Items({ alert, onFailure }: AlertMenuProps) {
  const { now } = useEnvironment()
  const zone = useZone()
  const toast = useToast()
  const move = useMove()
  const silence = useSilence()
  const moves = alertMovesFrom(alert.status)
  // Counted from the press: an opened menu stays rendered.
  const ends = () => snoozes(now())
  const { ruleId, ruleName } = alert
  const run = async (action: Promise<string | null>) => {
    onFailure(null)
    onFailure(await action)
  }
  // Without a question, the menu cuts nothing short.
  const snooze = async (until: string) => {
    const longer = longerWords('snoozed', alert.snoozedUntil, until, zone)
    if (longer === null) return move(alert, 'snooze', { until })
    toast({ message: `${alert.title} ${longer}` })
    return null
  }
  return (
    <>
      <MenuItem icon={Eye} href={detailPath('alerts', alert.id)}>
        Open
      </MenuItem>
      {moves.includes('acknowledge') && (
        <MenuItem icon={HandHelping} onSelect={() => void run(move(alert, 'acknowledge'))}>
          Acknowledge
        </MenuItem>
      )}
      {moves.includes('snooze') && (
        <>
          <MenuItem icon={AlarmClockOff} onSelect={() => void run(snooze(ends()[0].until))}>
            Snooze for one hour
          </MenuItem>
          <MenuItem icon={AlarmClockOff} onSelect={() => void run(snooze(ends()[1].until))}>
            Snooze {forTheNight}
          </MenuItem>
        </>
      )}
      {moves.includes('resolve') && (
        <MenuItem icon={CircleCheck} onSelect={() => void run(move(alert, 'resolve'))}>
          Resolve
        </MenuItem>
      )}
      {ruleId != null && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={BellOff}
            onSelect={() => void run(silence({ id: ruleId, name: ruleName }, ends()[1].until, { keepsLonger: true }))}
          >
            Silence the rule {forTheNight}
          </MenuItem>
        </>
      )}
    </>
  )
}
