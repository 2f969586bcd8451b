/** The words for the range that is drawn from least to most, with its colour. */
export function SpreadLegend() {
  return (
    <p className="chart-legend">
      <span className="chart-key chart-key-spread" aria-hidden="true" /> Min–max range
    </p>
  )
}
