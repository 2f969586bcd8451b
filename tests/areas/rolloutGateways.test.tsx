import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openConsole } from '../support/screens/console'
import { emptiedServer } from '../support/server/hooks'
import { rolloutsAt } from '../support/rows/rollouts'

const server = emptiedServer()
const { create, move } = rolloutsAt(server)

it('a rollout that was stopped before it began says that it has no gateways', async () => {
  const { id } = await create({ startAt: new Date(Date.now() + 86_400_000).toISOString() })
  for (const name of ['start', 'stop'] as const) expect((await move(id, name)).status).toBe(200)
  const { user } = await openConsole(server, await server.signIn(), `/pages/rollouts/${id}`)
  expect(await screen.findByText('It has no gateways.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Failed 0' }))
  expect(await screen.findByText('No gateway is in this state.')).toBeVisible()
})
