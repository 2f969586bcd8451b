import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import sql from 'sql-template-tag'
import { openConsole } from './console'
import type { TestServer } from '../server/server'

/** Returns the EUI of the sensor at this place in a file. */
export function sensorEui(place: number): string {
  return `A84041FFFF${String(place).padStart(6, '0')}`
}

/** Makes `count` lines of a file of sensors. */
export function sensorLines(count: number): string[] {
  return Array.from({ length: count }, (_none, at) => `Fern ${at + 1},${sensorEui(at + 1)},900,no,yes`)
}

/** Makes a file of sensors. */
export function sensorFile(
  lines: readonly string[],
  header = 'name,eui,reportingIntervalS,externalPower,moistureCalibrated',
): File {
  return new File([[header, ...lines].map((line) => `${line}\r\n`).join('')], 'sensors.csv', { type: 'text/csv' })
}

/** Opens a list's import dialog. */
export async function openImport(server: TestServer, token: string, path = '/pages/sensors') {
  const opened = await openConsole(server, token, path)
  await press(opened.user, 'Import')
  await screen.findByRole('dialog', { name: /^Import / })
  return opened
}

export async function chooseFile(user: UserEvent, file: File): Promise<void> {
  await user.upload(await screen.findByLabelText('CSV file'), file)
}

/** Finds the field that maps a column of the file. */
export function mappingField(column: string): Promise<HTMLElement> {
  return screen.findByRole('combobox', { name: `${column} goes into` })
}

/** Presses a button once it appears. */
export async function press(user: UserEvent, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
}

/** Returns the names of the server's sensors, in order. */
export async function sensorNames(server: TestServer): Promise<string[]> {
  const { rows } = await server.db.query<{ name: string }>(sql`select name from sensors order by name`)
  return rows.map(({ name }) => name)
}
