import { cx } from './classes'

/** The mark: a frond unrolling. `word` sets the name beside it. */
export function Logo({
  word = false,
  className,
}: {
  readonly word?: boolean | undefined
  readonly className?: string | undefined
}) {
  return (
    <span className={cx('logo', className)}>
      <svg viewBox="0 0 24 24" className="logo-mark" role="img" aria-label="Frond">
        <path d="M12 3v18" />
      </svg>
      {word && (
        <span aria-hidden="true" className="logo-word">
          Frond
        </span>
      )}
    </span>
  )
}
