import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { Link } from '../../ui/controls/Link'
import { Time, type TimeProps } from '../../ui/text/Time'
import type { AnyStandardArea } from '../model/declaration'
import { detailPath } from '../model/paths'
import { Changes } from './Changes'
import { actorWords, sentenceOf } from './entryWords'
import './history.css'

interface Props {
  readonly entry: ActivityEntry
  /** The area of the row that the entry is about; undefined where no area shows it. */
  readonly area: AnyStandardArea | undefined
  /** `clock` under a heading that names the day. */
  readonly time: TimeProps['show']
  /** The entry stands in the history of its row, which needs no name there. */
  readonly ofRow?: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** One thing that happened: when, who did what, and what changed by it. */
export function Entry({ entry, area, time, ofRow = false, children }: Props) {
  const { verb, object, row } = sentenceOf(entry, area)
  const { ip, device } = entry.after
  return (
    <li className="entry">
      <div className="entry-time">
        <Time value={entry.at} show={time} focusable={false} />
      </div>
      <div className="entry-what">
        <p>
          <strong>{actorWords(entry)}</strong> {verb} {ofRow && row !== null ? 'it' : object}
          {!ofRow && row !== null && (
            <>
              {' '}
              {area === undefined || entry.action === 'deleted' ? (
                row.title
              ) : (
                <Link className="link" href={detailPath(area.slug, row.id)}>
                  {row.title}
                </Link>
              )}
            </>
          )}
        </p>
        {typeof device === 'string' && (
          <p className="entry-from">
            {device}
            {typeof ip === 'string' && `, ${ip}`}
          </p>
        )}
        {area !== undefined && <Changes resource={area.resource} entry={entry} />}
        {children}
      </div>
    </li>
  )
}
