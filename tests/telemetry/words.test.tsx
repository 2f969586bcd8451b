import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { countWords, shortWords } from '../../src/telemetry/rollouts/StateBar'
import { averageWords, Judgement, unitIn } from '../../src/telemetry/words'

describe('the status of a reading', () => {
  it.each([
    ['is not compared when its range is of light at an instant, which judges nobody', 5000, 10_000, 'Not compared'],
    ['is said to have no range when the plant’s group wants nothing', null, null, 'No range'],
  ] as const)('%s', (_, min, max, words) => {
    render(<Judgement status="no_range" value={800} min={min} max={max} />)
    expect(screen.getByText(words)).toBeVisible()
  })

  it.each([
    ['high', 61, 'High'],
    ['high', 59, 'Still high'],
    ['low', 15.1, 'Still low'],
    ['ok', 59, 'OK'],
    ['no_data', 59, 'Out of date'],
    ['no_data', null, 'No data'],
  ] as const)('is %s for %d %% of 15 to 60 %%: %s', (status, value, words) => {
    render(<Judgement status={status} value={value} min={15} max={60} />)
    expect(screen.getByText(words)).toBeVisible()
  })
})

describe('the unit of a curve', () => {
  it('is water by volume for soil moisture alone, and only when the sensor is calibrated', () => {
    expect(unitIn('soil_moisture', { moistureCalibrated: true })).toBe('% VWC')
    expect(unitIn('soil_moisture', { moistureCalibrated: false })).toBe('%')
    expect(unitIn('battery', { moistureCalibrated: true })).toBe('%')
  })
})

describe('an average', () => {
  it('has the range of its readings, unless these are the same once rounded', () => {
    expect(averageWords({ avg: 34, min: 20, max: 62 }, '%')).toBe('34 % on average, from 20 % to 62 %')
    expect(averageWords({ avg: 21.32, min: 21.31, max: 21.34 }, '°C')).toBe('21.3 °C')
  })
})

describe('the counts of a rollout', () => {
  it('have their digits grouped', () => {
    const counts = { waitingCount: 1204, assignedCount: 0, succeededCount: 12_000, failedCount: 3, skippedCount: 0 }
    expect(countWords(counts)).toBe('12,000 succeeded, 3 failed, 1,204 waiting')
  })

  it('are in short those that failed, or else succeeded, of all that are not left out', () => {
    const counts = { waitingCount: 4, assignedCount: 3, succeededCount: 2, failedCount: 1, skippedCount: 9 }
    expect(shortWords(counts)).toBe('1 of 10 failed')
    expect(shortWords({ ...counts, failedCount: 0 })).toBe('2 of 9 succeeded')
  })
})
