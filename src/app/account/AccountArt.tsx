/** A frond, drawn once: a stem and pairs of leaves that grow smaller towards its tip. It decorates and says nothing. */
export function AccountArt() {
  return (
    <svg viewBox="0 0 320 420" className="account-art" fill="none" aria-hidden="true">
      <path d="M70 410C80 270 130 120 270 30" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      {leaves.map(({ x, y, turn, length }) => (
        <path
          key={`${x} ${turn}`}
          transform={`translate(${x} ${y}) rotate(${turn})`}
          d={`M0 0C${length * 0.25} ${-length * 0.3} ${length * 0.75} ${-length * 0.3} ${length} 0C${length * 0.75} ${length * 0.22} ${length * 0.25} ${length * 0.22} 0 0Z`}
          fill="currentColor"
          fillOpacity={0.22}
          stroke="currentColor"
          strokeWidth="1.5"
        />
      ))}
    </svg>
  )
}

const STEPS = 9

/** Pairs of leaves along the stem, from its foot to its tip. */
const leaves = Array.from({ length: STEPS }, (_, step) => {
  const t = 0.14 + (step / (STEPS - 1)) * 0.82
  const [x, y] = [stem(70, 80, 130, 270, t), stem(410, 270, 120, 30, t)]
  const length = 112 * (1 - t) + 26
  const lean = -84 + t * 46
  return [
    { x, y, turn: round(lean + 62), length: round(length) },
    { x, y, turn: round(lean - 62), length: round(length * 0.94) },
  ]
}).flat()

/** A point of the stem's curve in one dimension, `t` from 0 to 1. */
function stem(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t
  return round(u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
