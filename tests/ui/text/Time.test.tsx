import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EnvironmentProvider } from '../../../src/ui/environment/Environment'
import { Time, ZoneProvider, type TimeProps } from '../../../src/ui/text/Time'
import { manualEnvironment } from '../../support/screens/environment'

const noon = Date.parse('2026-11-20T12:00:00.000Z')
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

function show(props: TimeProps) {
  const { environment, advance } = manualEnvironment(noon)
  let sleptMs = 0
  render(
    <EnvironmentProvider value={{ ...environment, now: () => environment.now() + sleptMs }}>
      <ZoneProvider value="utc">
        <Time {...props} />
      </ZoneProvider>
    </EnvironmentProvider>,
  )
  return {
    pass: (ms: number) => act(() => advance(ms)),
    /** Time passes that no timer counts. */
    sleep(ms: number) {
      sleptMs += ms
    },
  }
}

describe('Time', () => {
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute + 59 * second, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [47 * hour, '1 day ago'],
    [29 * day, '29 days ago'],
    [45 * day, '1 month ago'],
    [400 * day, '1 year ago'],
    [-30 * second, 'just now'],
    [-31 * second, 'in 1 minute'],
    [-(2 * minute + 30 * second), 'in 2 minutes'],
    [-(59 * minute + 29 * second), 'in 59 minutes'],
    [-(hour - second), 'in 1 hour'],
    [-2 * hour, 'in 2 hours'],
    [-(12 * hour - 40 * second), 'in 12 hours'],
    [-23 * hour, 'in 23 hours'],
    [-(day - second), 'in 1 day'],
    [-(day + second), 'in 1 day'],
    [-(3 * day - second), 'in 3 days'],
    [-(30 * day - second), 'in 1 month'],
    [-(365 * day - second), 'in 1 year'],
  ])('of %i ms ago reads "%s"', (ago, words) => {
    show({ value: noon - ago })
    expect(screen.getByText(words)).toBeVisible()
  })

  it('has the moment in machine-readable form, and in full with its zone on hover and focus', () => {
    show({ value: '2026-11-20T08:15:00.000Z' })
    const time = screen.getByText('3 hours ago')
    expect(time.tagName).toBe('TIME')
    expect(time).toHaveAttribute('datetime', '2026-11-20T08:15:00.000Z')
    expect(time).toHaveAttribute('data-tip', '20 Nov 2026, 08:15:00 UTC')
    expect(time).toHaveAttribute('tabindex', '0')
  })

  it('updates as time passes, at the second when the words change', () => {
    const { pass } = show({ value: noon - 50 * second })
    expect(screen.getByText('just now')).toBeVisible()
    pass(9 * second)
    expect(screen.getByText('just now')).toBeVisible()
    pass(second)
    expect(screen.getByText('1 minute ago')).toBeVisible()
    pass(minute)
    expect(screen.getByText('2 minutes ago')).toBeVisible()
    pass(57 * minute)
    expect(screen.getByText('59 minutes ago')).toBeVisible()
    pass(minute)
    expect(screen.getByText('1 hour ago')).toBeVisible()
    pass(day)
    expect(screen.getByText('1 day ago')).toBeVisible()
  })

  it('counts down to a moment ahead and past it', () => {
    const { pass } = show({ value: noon + 2 * minute })
    expect(screen.getByText('in 2 minutes')).toBeVisible()
    pass(30 * second - 1)
    expect(screen.getByText('in 2 minutes')).toBeVisible()
    pass(1)
    expect(screen.getByText('in 1 minute')).toBeVisible()
    pass(minute)
    expect(screen.getByText('just now')).toBeVisible()
    pass(minute + 30 * second - 1)
    expect(screen.getByText('just now')).toBeVisible()
    pass(1)
    expect(screen.getByText('1 minute ago')).toBeVisible()
  })

  it('counts down through the units, each at the middle between two numbers', () => {
    const { pass } = show({ value: noon + day })
    expect(screen.getByText('in 1 day')).toBeVisible()
    pass(30 * minute - 1)
    expect(screen.getByText('in 1 day')).toBeVisible()
    pass(1)
    expect(screen.getByText('in 23 hours')).toBeVisible()
    pass(22 * hour + 30 * minute)
    expect(screen.getByText('in 1 hour')).toBeVisible()
    pass(30 * second)
    expect(screen.getByText('in 59 minutes')).toBeVisible()
  })

  it('is right five minutes after the computer woke up', () => {
    const { pass, sleep } = show({ value: noon - 10 * hour })
    sleep(8 * hour)
    pass(5 * minute)
    expect(screen.getByText('18 hours ago')).toBeVisible()
  })

  it('shows Never without a moment', () => {
    show({ value: null })
    expect(screen.getByText('Never')).toBeVisible()
  })

  it('treats an invalid time as none', () => {
    show({ value: 'yesterday-ish' })
    expect(screen.getByText('Never')).toBeVisible()
  })

  it('reads as a date where the caller wants one', () => {
    show({ value: '2026-01-05T08:15:00.000Z', show: 'absolute' })
    expect(screen.getByText('5 Jan 2026, 08:15')).toBeVisible()
  })
})
