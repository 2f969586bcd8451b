import { afterEach, describe, expect, it, vi } from 'vitest'
import { absoluteWords, clockWords, dayWords, shortWords, stretchWords } from '../../../src/ui/text/timeWords'

const morning = Date.parse('2026-11-20T08:15:09.000Z')

/** Sets the local clocks this many minutes ahead of UTC. */
function setLocalOffset(minutes: number) {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-minutes)
}

afterEach(() => vi.restoreAllMocks())

describe('a moment in words', () => {
  it('has its date, its time, or both', () => {
    expect(shortWords(morning, 'utc')).toBe('20 Nov 2026, 08:15')
    expect(dayWords(morning, 'utc')).toBe('Friday, 20 November 2026')
    expect(clockWords(morning, 'utc')).toBe('08:15')
  })

  it.each([
    [0, '20 Nov 2026, 08:15:09 UTC'],
    [60, '20 Nov 2026, 09:15:09 UTC+1'],
    [345, '20 Nov 2026, 14:00:09 UTC+5:45'],
    [-210, '20 Nov 2026, 04:45:09 UTC−3:30'],
    [840, '20 Nov 2026, 22:15:09 UTC+14'],
  ])('shows, where clocks are %i minutes ahead of UTC, "%s"', (minutes, words) => {
    setLocalOffset(minutes)
    expect(absoluteWords(morning, 'local')).toBe(words)
  })

  it('is of the next or the last day where clocks have passed midnight', () => {
    setLocalOffset(16 * 60)
    expect(dayWords(morning, 'local')).toBe('Saturday, 21 November 2026')
    setLocalOffset(-9 * 60)
    expect(shortWords(morning, 'local')).toBe('19 Nov 2026, 23:15')
  })

  it('names each month and each weekday as the browser does', () => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
    const days = Array.from({ length: 366 }, (_, day) => Date.UTC(2028, 0, 1 + day))
    expect(days.map((day) => dayWords(day, 'utc').replace(',', ''))).toEqual(
      days.map((day) => format.format(day).replace(',', '')),
    )
  })
})

describe('a stretch in words', () => {
  it.each([
    ['summer time ends', '2026-10-25T00:00:00.000Z', '25 Oct 2026, 02:00–03:00 UTC+2'],
    ['summer time has ended', '2026-10-25T01:00:00.000Z', '25 Oct 2026, 02:00–03:00 UTC+1'],
    ['summer time begins', '2026-03-29T00:00:00.000Z', '29 Mar 2026, 01:00–02:00 UTC+1'],
  ])('has both ends in the offset that it names when %s', (_, from, words) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function offset(this: Date) {
      const isSummer = this >= new Date('2026-03-29T01:00:00.000Z') && this < new Date('2026-10-25T01:00:00.000Z')
      return isSummer ? -120 : -60
    })
    const start = Date.parse(from)
    expect(stretchWords(start, start + 3_600_000, 'local')).toBe(words)
  })
})
