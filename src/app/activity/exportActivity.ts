import type { ActivityEntry } from '../../contract/activity'
import { changesOf } from '../../crud/history/changes'
import { actorWords, entrySentence } from '../../crud/history/entryWords'
import type { CsvFormat } from '../../crud/model/csv'
import { csvFile } from '../../crud/model/csvFile'
import type { EntryAreas } from './entryAreas'

/** Entries as a CSV file with the screen's wording; times are in UTC. */
export function exportActivity(entries: readonly ActivityEntry[], areas: EntryAreas, format: CsvFormat): Blob {
  const rows = entries.map((entry) => {
    const area = areas.get(entry.area)
    const { verb, object, row } = entrySentence(entry, area)
    const { ip, device, reason } = entry.details
    return {
      at: entry.at,
      who: actorWords(entry),
      did: `${verb} ${object}`.trim(),
      name: row?.title ?? entry.title,
      changes:
        area === undefined
          ? []
          : changesOf(area, entry, Infinity).map(({ label, from, to }) => `${label}: ${from ?? '—'} → ${to ?? '—'}`),
      reason: textOf(reason),
      device: textOf(device),
      ip: textOf(ip),
      id: entry.rowId,
      request: entry.requestId,
    }
  })
  return csvFile(rows, format)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
