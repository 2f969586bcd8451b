/** An em dash for a missing value, read as “none”. */
export function NoValue() {
  return (
    <span className="faint" role="img" aria-label="none">
      —
    </span>
  )
}
