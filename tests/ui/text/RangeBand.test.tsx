import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RangeBand, rangeWords, type Scale } from '../../../src/ui/text/RangeBand'

const scale: Scale = { from: -20, to: 60, unit: '°C', marks: [-20, 20, 60] }
const part = (container: HTMLElement, name: string) => container.querySelector(`.range-${name}`)

describe('rangeWords', () => {
  it.each([
    [[15, 60], '%', '15–60 %'],
    [[0.5, 2], 'mol/m²/d', '0.5–2 mol/m²/d'],
    [[5000, 20_000], 'lux', '5,000–20,000 lux'],
    [[-5, 35], '°C', '−5 to 35 °C'],
    [[-20, -5], '°C', '−20 to −5 °C'],
    [[21, 21], '°C', '21 °C'],
  ] as const)('says %j in %s', (range, unit, words) => {
    expect(rangeWords(range, unit)).toBe(words)
  })
})

describe('a range band', () => {
  it('draws the range and the ideal at their positions on the scale', () => {
    const { container } = render(<RangeBand scale={scale} range={[0, 40]} ideal={[10, 20]} />)
    expect(part(container, 'whole')).toHaveAttribute('x', '25%')
    expect(part(container, 'whole')).toHaveAttribute('width', '50%')
    expect(part(container, 'ideal')).toHaveAttribute('x', '37.5%')
    expect(part(container, 'ideal')).toHaveAttribute('width', '12.5%')
  })

  it('describes all of it in words, and hides the drawing from screen readers', () => {
    const { container } = render(<RangeBand scale={scale} range={[-5, 35]} ideal={[18, 26]} dense />)
    expect(container).toHaveTextContent('−5 to 35 °Cideal 18–26 °C')
    expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
  })

  it('marks the ideal by its shape, too: it is taller than the range', () => {
    const { container } = render(<RangeBand scale={scale} range={[0, 40]} ideal={[10, 20]} />)
    expect(Number(part(container, 'ideal')?.getAttribute('height'))).toBeGreaterThan(
      Number(part(container, 'whole')?.getAttribute('height')),
    )
  })

  it('is clipped to the scale, and always visible', () => {
    const { container } = render(<RangeBand scale={scale} range={[-50, 90]} ideal={[10, 10.1]} />)
    expect(part(container, 'whole')).toHaveAttribute('x', '0%')
    expect(part(container, 'whole')).toHaveAttribute('width', '100%')
    expect(part(container, 'ideal')).toHaveAttribute('width', '1%')
  })

  it('gives small values more room on a square-root scale, with marks at their positions', () => {
    const { container } = render(
      <RangeBand scale={{ from: 0, to: 100, unit: 'lux', marks: [0, 25, 100], root: true }} range={[0, 25]} />,
    )
    expect(part(container, 'whole')).toHaveAttribute('width', '50%')
    expect([...container.querySelectorAll('line')].map((line) => line.getAttribute('x1'))).toEqual(['0%', '50%', '100%'])
    expect([...container.querySelectorAll('text')].map((text) => text.textContent)).toEqual(['0', '25', '100'])
  })
})
