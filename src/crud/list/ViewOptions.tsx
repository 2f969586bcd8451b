import { Bookmark, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { Popover } from '../../ui/overlay/Popover'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { differsFromDefaults } from './preferences'
import type { ViewOptionsProps } from './useListPreferences'

const ViewsPanel = panelOnDemand(async () => (await import('./ViewsPanel')).ViewsPanel, Waiting)
const ColumnsPanel = panelOnDemand(async () => (await import('./ColumnsPanel')).ColumnsPanel, Waiting)

/** The user's saved views and columns; the code behind the two buttons loads when the user reaches for it. */
export function ViewOptions(props: ViewOptionsProps) {
  const [reached, setReached] = useState(false)
  const reach = () => setReached(true)
  return (
    <div className="list-options" onPointerEnter={reach} onFocus={reach} onPointerDown={reach}>
      <Popover label="Views" icon={Bookmark} align="end" count={props.preferences.views.length}>
        {reached && <ViewsPanel {...props} />}
      </Popover>
      <Popover label="Columns" icon={Columns3} align="end" count={differsFromDefaults(props.preferences) ? 1 : 0}>
        {reached && <ColumnsPanel {...props} />}
      </Popover>
    </div>
  )
}

function Waiting() {
  return <SkeletonRows rows={3} columns={1} />
}
