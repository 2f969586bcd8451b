import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { openConsole, type ConsoleOptions } from './console'
import { emptiedServer } from '../server/hooks'
import { insertHumidityGroup, insertLightGroup, insertPlantRequest, insertTemperatureGroup } from '../rows/rows'

/** Creates plant requests on the calling file's server, and opens their screens. */
export function plantRequestPages() {
  const server = emptiedServer()
  let token: string
  beforeEach(async () => {
    token = await server.signIn()
  })
  const open = (path: string, options?: ConsoleOptions) => openConsole(server, token, path, options)
  return {
    server,
    open,
    /** Opens a request's page. */
    page: (id: string) => open(`/pages/plant-requests/${id}`),
    request: (columns: object = {}) => insertPlantRequest(server.db, { requested_name: 'Silver fern', ...columns }),
    storedRow: async (id: string) => {
      const { rows } = await server.db.query<Record<string, unknown>>(sql`select * from plant_requests where id = ${id}`)
      return rows[0]
    },
    /** Makes a draft with all that publishing requires. */
    complete: async (changes: object = {}) => ({
      scientificName: 'Cyathea dealbata',
      humidityGroupId: await insertHumidityGroup(server.db, { name: 'Moist' }),
      temperatureGroupId: await insertTemperatureGroup(server.db, { name: 'Cool' }),
      lightGroupId: await insertLightGroup(server.db, { name: 'Shady' }),
      ...changes,
    }),
  }
}

/** Waits for a dialog; returns queries within it. */
export async function dialog(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }))
}

/** Waits until this text is visible. */
export async function said(words: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible())
}
