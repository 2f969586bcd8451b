import './spark.css'

interface SparklineProps {
  /** Description of the line: "Users in the last 7 days and today: from 3 to 5". */
  readonly label: string
  readonly values: readonly number[]
}

const WIDTH = 100
const HEIGHT = 24

/** A number's trend, without axes. Its height does not depend on the data. */
export function Sparkline({ label, values }: SparklineProps) {
  if (values.length < 2) return <div className="spark" />
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  const points = values.map((value, at) => {
    const y = range === 0 ? HEIGHT / 2 : HEIGHT - 2 - ((value - least) / range) * (HEIGHT - 4)
    return `${((at / (values.length - 1)) * WIDTH).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <polygon className="spark-area" points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
      <polyline className="spark-line" points={points.join(' ')} />
    </svg>
  )
}
