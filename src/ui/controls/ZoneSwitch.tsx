import { Clock } from 'lucide-react'
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'
import { useEnvironment } from '../environment/Environment'
import { Menu, MenuItem } from '../overlay/Menu'
import { ZoneProvider } from '../text/Time'
import { localZone, type Zone } from '../text/timeWords'

const key = 'zone'

interface Choice {
  readonly zone: Zone
  readonly choose: (zone: Zone) => void
}

const ChoiceContext = createContext<Choice>({ zone: 'local', choose: () => undefined })

/** Provides the time zone stored in this browser; the user's own zone unless UTC was chosen. */
export function StoredZone({ children }: { readonly children: ReactNode }) {
  const { browserStorage } = useEnvironment()
  const [zone, setZone] = useState<Zone>(() => (browserStorage.get(key) === 'utc' ? 'utc' : 'local'))
  const choice = useMemo(
    () => ({
      zone,
      choose(chosen: Zone) {
        setZone(chosen)
        if (chosen === 'local') browserStorage.remove(key)
        else browserStorage.set(key, chosen)
      },
    }),
    [zone, browserStorage],
  )
  return (
    <ChoiceContext value={choice}>
      <ZoneProvider value={zone}>{children}</ZoneProvider>
    </ChoiceContext>
  )
}

/** Switches between the user's own time zone and UTC. */
export function ZoneSwitch() {
  const { zone, choose } = useContext(ChoiceContext)
  return (
    <Menu label="Times" icon={Clock}>
      <MenuItem checked={zone === 'local'} onSelect={() => choose('local')}>
        Local time (<LocalZone />)
      </MenuItem>
      <MenuItem checked={zone === 'utc'} onSelect={() => choose('utc')}>
        UTC
      </MenuItem>
    </Menu>
  )
}

/** A component, so that the zone is read when the menu opens. */
function LocalZone() {
  return localZone()
}
