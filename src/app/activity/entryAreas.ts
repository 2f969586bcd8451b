import { troubleshoots } from '../../contract/troubleshoots'
import type { EntryArea } from '../../crud/history/entryWords'
import { allAreas } from '../../crud/model/registry'

/** The labels for entries, by resource name. */
export type EntryAreas = ReadonlyMap<string, EntryArea>

/** Every area; and troubleshoots, which are edited on their plant's page and have none. Rejects when the areas' code does not load. */
export async function entryAreas(): Promise<EntryAreas> {
  return new Map<string, EntryArea>([
    ...(await allAreas()),
    [troubleshoots.name, { resource: troubleshoots, title: 'Troubleshoots' }],
  ])
}
