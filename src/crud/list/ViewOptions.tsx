import { Bookmark, Columns3 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Popover } from '../../ui/Popover'
import { SkeletonRows } from '../../ui/Skeleton'
import type { AnyStandardArea } from '../declaration'
import { isChanged } from './preferences'
import type { ListAddress } from './useListAddress'
import type { PreferencesPort } from './useListPreferences'

const ViewsPanel = lazy(async () => ({ default: (await import('./ViewsPanel')).ViewsPanel }))
const ColumnsPanel = lazy(async () => ({ default: (await import('./ColumnsPanel')).ColumnsPanel }))

export interface ViewOptionsProps extends PreferencesPort, Pick<ListAddress, 'query' | 'go' | 'open'> {
  readonly area: AnyStandardArea
}

/** The user's own views and columns; the code behind the two buttons comes when the user reaches for it. */
export function ViewOptions(props: ViewOptionsProps) {
  const [reached, setReached] = useState(false)
  const reach = () => setReached(true)
  const panel = (content: ReactNode) => reached && <Suspense fallback={<SkeletonRows rows={3} columns={1} />}>{content}</Suspense>
  return (
    <div className="list-options" onPointerEnter={reach} onFocus={reach} onPointerDown={reach}>
      <Popover label="Views" icon={Bookmark} align="end" count={props.preferences.views.length}>
        {panel(<ViewsPanel {...props} />)}
      </Popover>
      <Popover label="Columns" icon={Columns3} align="end" count={isChanged(props.preferences) ? 1 : 0}>
        {panel(<ColumnsPanel {...props} />)}
      </Popover>
    </div>
  )
}
