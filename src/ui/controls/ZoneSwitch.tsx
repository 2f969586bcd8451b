import { Clock } from 'lucide-react'
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { useEnvironment } from '../environment/Environment'
import { Menu, MenuItem } from '../overlay/Menu'
import { useZone, ZoneProvider } from '../text/Time'
import { localZone, type Zone } from '../text/timeWords'

const key = 'zone'

const ChooseContext = createContext<(zone: Zone) => void>(() => undefined)

/** Provides the time zone stored in this browser; the user's own zone unless UTC was chosen. */
export function StoredZone({ children }: { readonly children: ReactNode }) {
  const { browserStorage } = useEnvironment()
  const [zone, setZone] = useState<Zone>(() => (browserStorage.get(key) === 'utc' ? 'utc' : 'local'))
  const choose = useCallback(
    (chosen: Zone) => {
      setZone(chosen)
      if (chosen === 'local') browserStorage.remove(key)
      else browserStorage.set(key, chosen)
    },
    [browserStorage],
  )
  return (
    <ChooseContext value={choose}>
      <ZoneProvider value={zone}>{children}</ZoneProvider>
    </ChooseContext>
  )
}

/** Switches between the user's own time zone and UTC. */
export function ZoneSwitch() {
  const zone = useZone()
  const choose = useContext(ChooseContext)
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
