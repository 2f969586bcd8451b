import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Bars } from '../../../src/ui/chart/Bars'

const bars = [3, 5].map((value, nth) => ({ key: String(nth), value, words: `hour ${nth}: ${value} readings` }))

function open() {
  render(<Bars label="Readings" bars={bars} top={5} topWords="5" ends={['before', 'now']} hint="Point at an hour." />)
  const frame = screen.getByRole('slider', { name: 'Readings' })
  const bar = frame.querySelectorAll('.bar')[1]
  if (bar === undefined) throw new Error('There is no second bar.')
  return { bar, user: userEvent.setup() }
}

it('describes the bar under the pointer, and none once it has left', async () => {
  const { bar, user } = open()
  await user.hover(bar)
  expect(screen.getByText('hour 1: 5 readings')).toBeVisible()
  await user.hover(document.body)
  expect(screen.getByText('Point at an hour.')).toBeVisible()
})

it('still describes the bar that a finger touched', async () => {
  const { bar, user } = open()
  await user.pointer([{ keys: '[TouchA]', target: bar }])
  expect(screen.getByText('hour 1: 5 readings')).toBeVisible()
})
