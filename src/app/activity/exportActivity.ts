import type { ActivityEntry } from '../../contract/activity'
import { changesOf } from '../../crud/history/changes'
import { actorWords, sentenceOf } from '../../crud/history/entryWords'
import { toCsv } from '../../crud/model/csv'
import type { Areas } from '../../crud/model/registry'

/** Entries as a CSV file with the screen's wording; times are in UTC. */
export function exportActivity(entries: readonly ActivityEntry[], areas: Areas): Blob {
  const rows = entries.map((entry) => {
    const area = areas.get(entry.area)
    const { verb, object, row } = sentenceOf(entry, area)
    const { ip, device } = entry.details
    return {
      at: entry.at,
      who: actorWords(entry),
      did: `${verb} ${object}`.trim(),
      name: row?.title ?? entry.title,
      changes:
        area === undefined
          ? []
          : changesOf(area.resource, entry, Infinity).map(({ label, from, to }) => `${label}: ${from ?? '—'} → ${to ?? '—'}`),
      device: textOf(device),
      ip: textOf(ip),
      id: entry.rowId,
      request: entry.requestId,
    }
  })
  return new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
