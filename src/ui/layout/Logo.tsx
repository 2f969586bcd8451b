import './logo.css'

/** The logo: a frond unrolling. `word` adds the name. */
export function Logo({ word = false }: { readonly word?: boolean | undefined }) {
  return (
    <span className="logo">
      <svg
        viewBox="0 0 24 24"
        className="logo-mark"
        role="img"
        aria-label="Frond"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path
          d="M8.5 21.5C8.5 15 8 10.5 9.5 7c1.6-3.7 6-4.7 8.7-2.4 2.5 2.2 2 6-.9 7-2.3.8-4.4-.9-3.9-3 .3-1.2 1.6-1.7 2.5-.9"
          strokeWidth="2.1"
        />
        <path d="M8.6 17.5c-2.7-.2-4.6-1.5-5.4-4M8.5 12.5c-2-.5-3.3-1.7-3.7-3.7M8.8 19c2.9.2 5.2-.7 6.7-3" strokeWidth="1.8" />
      </svg>
      {word && (
        <span aria-hidden="true" className="logo-word">
          Frond
        </span>
      )}
    </span>
  )
}
