import { Bookmark, Columns3 } from 'lucide-react'
import { panelOnDemand } from '../../ui/overlay/onDemand'
import { Popover } from '../../ui/overlay/Popover'
import { SkeletonRows } from '../../ui/layout/Skeleton'
import { differsFromDefaults } from './preferences'
import type { ViewOptionsProps } from './useListPreferences'

const ViewsPanel = panelOnDemand(async () => (await import('./ViewsPanel')).ViewsPanel, Waiting)
const ColumnsPanel = panelOnDemand(async () => (await import('./ColumnsPanel')).ColumnsPanel, Waiting)

/** The user's saved views and columns; the code behind the two buttons loads when the user reaches for one of them. */
export function ViewOptions(props: ViewOptionsProps) {
  return (
    <div className="list-options">
      <Popover label="Views" icon={Bookmark} count={props.preferences.views.length}>
        <ViewsPanel {...props} />
      </Popover>
      <Popover label="Columns" icon={Columns3} count={differsFromDefaults(props.preferences) ? 1 : 0}>
        <ColumnsPanel {...props} />
      </Popover>
    </div>
  )
}

function Waiting() {
  return <SkeletonRows rows={3} columns={1} />
}
