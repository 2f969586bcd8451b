import type { ReactNode } from 'react'
import type { ActivityEntry } from '../../contract/activity'
import { Link } from '../../ui/Link'
import { Time, type TimeProps } from '../../ui/Time'
import type { AnyStandardArea } from '../declaration'
import { detailPath } from '../paths'
import { Changes } from './Changes'
import { actorWords, sentenceOf } from './entryWords'
import './history.css'

interface Props {
  readonly entry: ActivityEntry
  /** That of what it happened to, where one shows its rows. */
  readonly area: AnyStandardArea | undefined
  /** How its time is told: beside its day, or by itself. */
  readonly time: TimeProps['show']
  /** It stands among those of one row: that needs no name. */
  readonly ofRow?: boolean
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** One thing that happened: when, who did what, and what changed by it. */
export function Entry({ entry, area, time, ofRow = false, children }: Props) {
  const { verb, object } = sentenceOf(entry, area)
  const { ip, device } = entry.after as { readonly ip?: unknown; readonly device?: unknown }
  return (
    <li className="entry">
      <div className="entry-time">
        <Time value={entry.at} show={time} focusable={false} />
      </div>
      <div className="entry-what">
        <p>
          <strong>{actorWords(entry)}</strong> {verb} {ofRow ? 'it' : <Subject entry={entry} area={area} words={object} />}
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

interface SubjectProps extends Pick<Props, 'entry' | 'area'> {
  readonly words: string
}

/** What it was done to; the name leads to the row as long as there may be one. */
function Subject({ entry: { action, rowId, title }, area, words }: SubjectProps) {
  if (area === undefined || rowId == null || title == null || !words.startsWith('the ')) return words
  return (
    <>
      {words}{' '}
      {action === 'deleted' ? (
        title
      ) : (
        <Link className="link" href={detailPath(area.slug, rowId)}>
          {title}
        </Link>
      )}
    </>
  )
}
