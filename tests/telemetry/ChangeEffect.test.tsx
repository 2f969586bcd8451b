import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChangeEffect } from '../../src/telemetry/ChangeEffect'

it.each([
  [1, 'No sensor monitors it.'],
  [2, 'No sensor monitors them.'],
])('says of %d plants that they have no sensor', (plantsTotal, words) => {
  render(<ChangeEffect preview={{ plants: [], plantsTotal, sensorsTotal: 0, sensorsChanging: 0, sensors: [] }} />)
  expect(screen.getByText(words)).toBeVisible()
})
