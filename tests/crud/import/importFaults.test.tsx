import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openConsole } from '../../support/screens/console'
import { emptiedServer, fleetAt } from '../../support/server/hooks'
import { press, sensorNames } from '../../support/screens/imports'

const server = emptiedServer()
const fleet = fleetAt(server)

const halted = async () => (await screen.findByText(/Retry continues from there/, { selector: '.alert-text' })).textContent
const three = ['Fern 1', 'Fern 2', 'Fern 3']

async function chooseFile(user: UserEvent): Promise<void> {
  await press(user, 'Import')
  const rows = three.map((name, at) => `${name},A84041FFFF00000${at},900,no,yes,moss\r\n`)
  const csv = ['name,eui,reportingIntervalS,externalPower,moistureCalibrated,Notes\r\n', ...rows]
  await user.upload(await screen.findByLabelText('CSV file'), new File(csv, 'sensors.csv', { type: 'text/csv' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Notes goes into' }), 'model')
}

const refusal = (status: number, message: string) => () =>
  Response.json({ message, code: 'unavailable', requestId: 'r-1' }, { status })

describe('an import under a fault', () => {
  it.each<[string, () => Response, string]>([
    [
      'there is no network',
      () => {
        throw new TypeError('Failed to fetch')
      },
      'The server cannot be reached.',
    ],
    ['a proxy answers 502 with HTML', () => new Response('<html></html>', { status: 502 }), 'could not be read.'],
    ['the answer is cut', () => new Response('{"result":{"created":3'), 'The server’s answer could not be read.'],
    ['the answer is another one', () => Response.json({ result: { created: 'all' } }), 'The server’s answer could not be read.'],
    ['the answer is empty', () => new Response(null, { status: 204 }), 'The server’s answer could not be read.'],
    ['the session is refused', refusal(401, 'Please sign in'), 'Please sign in.'],
    ['a proxy takes no such file', refusal(413, 'That is too large'), 'That is too large.'],
    ['it is asked too often', refusal(429, 'Please try again in 3 seconds'), 'Please try again in 3 seconds.'],
    ['the server fails', refusal(500, 'Something went wrong'), 'Something went wrong.'],
  ])('says so when %s, keeps everything, and creates each row once', async (_what, answer, sentence) => {
    const { user, disturb } = await openConsole(server, fleet.token, '/pages/sensors')
    await chooseFile(user)
    disturb(answer)
    await press(user, 'Check 3 rows')
    expect(await halted()).toContain(`${sentence} 0 of 3 rows checked;`)
    await press(user, 'Cancel')
    expect(await screen.findByRole('combobox', { name: 'Notes goes into' })).toHaveDisplayValue('Model')
    disturb(() => null)
    await press(user, 'Check 3 rows')
    await screen.findByText('3 sensors can be imported')
    disturb(async (request) => {
      // The request arrives, but the page gets another answer.
      if (request.method === 'POST') await server.fetch(request)
      return answer()
    })
    await press(user, 'Import 3 sensors')
    expect(await halted()).toContain(`${sentence} 0 of 3 rows done;`)
    disturb(() => null)
    await press(user, 'Retry')
    expect(await screen.findByText('3 sensors imported', { selector: '.alert-title' })).toBeVisible()
    expect(await sensorNames(server)).toEqual(three)
  })

  it('resumes where it stopped when the same user leaves it and opens it again', async () => {
    const { user, disturb, go } = await openConsole(server, fleet.token, '/pages/sensors')
    await chooseFile(user)
    await press(user, 'Check 3 rows')
    await screen.findByText('3 sensors can be imported')
    disturb((request) => (request.method === 'POST' ? refusal(503, 'The database is away')() : null))
    await press(user, 'Import 3 sensors')
    await halted()
    await go('/pages/gateways')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import sensors' })).toBeNull())
    disturb(() => null)
    await go('/pages/sensors')
    await press(user, 'Import')
    expect(await halted()).toBe('It was interrupted. 0 of 3 rows done; Retry continues from there, and no row is imported twice.')
    await press(user, 'Retry')
    await screen.findByText('3 sensors imported', { selector: '.alert-title' })
    expect(await sensorNames(server)).toEqual(three)
    await press(user, 'Done')
    await press(user, 'Import')
    expect(await screen.findByText('Step 1 of 4: choose a file')).toBeVisible()
  })
})
