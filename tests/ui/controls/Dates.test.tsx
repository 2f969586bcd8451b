import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Dates, type Ends } from '../../../src/ui/controls/Dates'
import { ZoneProvider } from '../../../src/ui/text/Time'
import type { Zone } from '../../../src/ui/text/timeWords'

const ends: Ends = { from: Date.parse('2026-07-01T10:00:31Z'), to: Date.parse('2026-07-02T10:00:00Z') }

/** Renders the dates in a zone two hours ahead of UTC; returns the accepted dates, and a way to switch the zone. */
function setUp() {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120)
  const accepted: Ends[] = []
  const inZone = (zone: Zone) => (
    <ZoneProvider value={zone}>
      <Dates {...ends} fault="“From” must be before “To”." onShow={(next) => accepted.push(next) > 0} />
    </ZoneProvider>
  )
  const { rerender } = render(inZone('local'))
  return { accepted, choose: (zone: Zone) => rerender(inZone(zone)) }
}

describe('Dates', () => {
  it('show the same moments after the zone has changed', async () => {
    const { accepted, choose } = setUp()
    expect(screen.getByLabelText('From (local time)')).toHaveValue('2026-07-01T12:00')
    choose('utc')
    expect(screen.getByLabelText('From (UTC)')).toHaveValue('2026-07-01T10:00')
    expect(screen.getByLabelText('To (UTC)')).toHaveValue('2026-07-02T10:00')
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(accepted).toEqual([ends])
  })

  it('parse a typed end in the zone on its label, and keep the other one to the second', async () => {
    const { accepted, choose } = setUp()
    choose('utc')
    const to = screen.getByLabelText('To (UTC)')
    await userEvent.clear(to)
    await userEvent.type(to, '2026-07-03T08:00')
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(accepted).toEqual([{ ...ends, to: Date.parse('2026-07-03T08:00Z') }])
  })

  it('refuse an end with a date only, which the input reports as empty', async () => {
    const { accepted, choose } = setUp()
    choose('utc')
    const to = screen.getByLabelText('To (UTC)')
    await userEvent.clear(to)
    Object.defineProperty(to, 'validity', { value: { badInput: true } })
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Enter date and time')
    expect(to).toHaveFocus()
    expect(accepted).toEqual([])
  })
})
