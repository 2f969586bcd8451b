import type { ReactNode } from 'react'

export type ArtName = 'sprout' | 'magnifier' | 'gate' | 'trowel' | 'wilted'

/** Small botanical line drawings of our own; they decorate and say nothing. */
export function Art({ name }: { readonly name: ArtName }) {
  return (
    <svg
      viewBox="0 0 96 72"
      className="art"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}

const drawings: Readonly<Record<ArtName, ReactNode>> = { sprout: null, magnifier: null, gate: null, trowel: null, wilted: null }
