interface MarkProps {
  readonly className?: string
}

/** The providers' logo letters for their buttons; lucide has no brand icons. */
export function GoogleMark({ className }: MarkProps) {
  return (
    <svg className={className} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3.2" aria-hidden="true">
      <path d="M18.6 5.6A9 9 0 1 0 21 12H12.4" />
    </svg>
  )
}

export function FacebookMark({ className }: MarkProps) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="currentColor"
        d="M12 1.5a10.5 10.5 0 0 0-1.8 20.8V15H7.6v-3h2.6V9.7c0-2.7 1.6-4.1 4-4.1 1.1 0 2.2.2 2.2.2v2.5h-1.3c-1.2 0-1.6.8-1.6 1.6V12h2.8l-.5 3h-2.3v7.3A10.5 10.5 0 0 0 12 1.5Z"
      />
    </svg>
  )
}
