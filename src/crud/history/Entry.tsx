import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { Time, type TimeProps } from '../../ui/text/Time'
import { rowLink } from '../parts/rowLink'
import { Changes } from './Changes'
import { actorWords, entrySentence, type EntryArea } from './entryWords'
import './history.css'

interface Props {
  readonly entry: ActivityEntry
  /** Undefined when the entry concerns no resource, such as a sign-in. */
  readonly area: EntryArea | undefined
  /** `clock`: time only, under a heading with the date. */
  readonly time: TimeProps['show']
  /** In a row's own history, which does not repeat the row's title. */
  readonly ofRow?: boolean
  /** The entry's actions. */
  readonly children?: ReactNode
}

/** One activity entry: when, who, what, and the changes. */
export function Entry({ entry, area, time, ofRow = false, children }: Props) {
  const { verb, object, row } = entrySentence(entry, area)
  const { ip, device, reason } = entry.details
  return (
    <li className="entry">
      <div className="entry-time">
        <Time value={entry.at} show={time} focusable={false} />
      </div>
      <div className="entry-what">
        <p>
          <strong>{actorWords(entry)}</strong> {ofRow && row !== null ? row.own : `${verb} ${object}`}
          {!ofRow && row !== null && (
            <> {area?.slug === undefined || entry.action === 'deleted' ? row.title : rowLink(area.slug, row.id, row.title)}</>
          )}
        </p>
        {typeof device === 'string' && (
          <p className="entry-from">
            {device}
            {typeof ip === 'string' && `, ${ip}`}
          </p>
        )}
        {typeof reason === 'string' && <p className="entry-from">Reason: {reason}</p>}
        {area !== undefined && <Changes area={area} entry={entry} />}
        {children}
      </div>
    </li>
  )
}
