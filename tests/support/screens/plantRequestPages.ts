import { screen, waitFor, within } from '@testing-library/react'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { openConsole } from './console'
import { emptiedServer } from '../server/hooks'
import { insertHumidityGroup, insertLightGroup, insertPlantRequest, insertTemperatureGroup } from '../rows/rows'

/** Plant requests on a server of the calling file, and the screens that show them. */
export function plantRequestPages() {
  const server = emptiedServer()
  let token: string
  beforeEach(async () => {
    token = await server.signIn()
  })
  const open = (path: string) => openConsole(server, token, path)
  return {
    server,
    open,
    /** Opens what the console says of one. */
    page: (id: string) => open(`/pages/plant-requests/${id}`),
    request: (columns: object = {}) => insertPlantRequest(server.db, { requested_name: 'Silver fern', ...columns }),
    storedRow: async (id: string) => {
      const { rows } = await server.db.query<Record<string, unknown>>(sql`select * from plant_requests where id = ${id}`)
      return rows[0]
    },
    /** A draft with all that publishing asks for. */
    complete: async (changes: object = {}) => ({
      scientificName: 'Cyathea dealbata',
      humidityGroupId: await insertHumidityGroup(server.db, { name: 'Moist' }),
      temperatureGroupId: await insertTemperatureGroup(server.db, { name: 'Cool' }),
      lightGroupId: await insertLightGroup(server.db, { name: 'Shady' }),
      ...changes,
    }),
  }
}

/** A dialog, once it is there, to look within. */
export async function dialog(name: string | RegExp) {
  return within(await screen.findByRole('dialog', { name }))
}

/** Waits until this is to be read. */
export async function said(words: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible())
}
