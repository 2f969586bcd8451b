import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { insertPlant, insertTroubleshoot } from '../rows/rows'
import type { TestServer } from '../server/server'
import { openConsole, type ConsoleOptions } from './console'

/** A plant of its own for each test, its troubleshoots, and their editor on its page. */
export function troubleshootsAt(server: TestServer, fleet: { readonly token: string }) {
  let plantId: string
  beforeEach(async () => {
    plantId = await insertPlant(server.db)
  })
  return {
    plant: () => plantId,
    add: (symptom: string, sortOrder: number, columns: object = {}) =>
      insertTroubleshoot(server.db, { plant_id: plantId, symptom, sort_order: sortOrder, ...columns }),
    async stored() {
      const { rows } = await server.db.query<{ symptom: string }>(sql`
        select symptom, cause, prevention, remedy ->> 'chemical' as chemical, version from troubleshoots order by sort_order, id`)
      return rows
    },
    async open(options: ConsoleOptions = {}) {
      const opened = await openConsole(server, fleet.token, `/pages/plants/${plantId}`, options)
      const edit = async () => opened.user.click(await screen.findByRole('button', { name: /^(Edit|Add) troubleshoots$/ }))
      const save = () => opened.user.click(screen.getByRole('button', { name: 'Save troubleshoots' }))
      return { ...opened, edit, save }
    },
    entry: (name: string) => within(screen.getByRole('group', { name })),
    saved: () => waitFor(() => expect(screen.getByText('Troubleshoots saved')).toBeVisible()),
  }
}
