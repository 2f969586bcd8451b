import type { ReactNode } from 'react'

export type ArtName = 'sprout' | 'magnifier' | 'gate' | 'wilted'

/** Frond's own botanical line drawings; decorative, hidden from screen readers. */
export function Art({ name }: { readonly name: ArtName }) {
  return (
    <svg
      viewBox="0 0 96 72"
      className="art"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawings[name]}
    </svg>
  )
}

const ground = <path className="art-ground" d="M14 64h68" />

const drawings: Readonly<Record<ArtName, ReactNode>> = {
  sprout: (
    <>
      {ground}
      <path className="art-soft" d="M36 48h24l-2.6 14.4a2 2 0 0 1-2 1.6H40.6a2 2 0 0 1-2-1.6z" />
      <path d="M33.5 43.5h29V48h-29z" className="art-soft" />
      <path d="M48 43.5V23" />
      <path className="art-soft" d="M48 30c-1-8.5-7-13-16-13 0 8.5 6 13.5 16 13z" />
      <path d="M48 30c-4-4.5-7.5-7-11-8.5" />
      <path className="art-soft" d="M48 24c.5-8.5 6-14.5 15.5-15.5C64 18 58.5 24 48 24z" />
      <path d="M48 24c3.5-5 6.5-8 10.5-10.5" />
    </>
  ),
  magnifier: (
    <>
      {ground}
      <path d="M26 64c-.5-12 2-21 8-29M70 64c.5-7-1-13-4-18" />
      <path className="art-soft" d="M27 51c-7-.5-10.5-4-11-10 7 0 10.5 3.5 11 10zM70 55c5.5-.5 8.5-3.5 9-9-5.5 0-8.5 3.5-9 9z" />
      <circle className="art-soft" cx="46" cy="28" r="17" />
      <path d="m58.5 40.5 9.5 9.5" strokeWidth="3.5" />
      <path d="M46 37V25" />
      <path d="M46 30c-.5-4-3-6-7.5-6 0 4 3 6.5 7.5 6zM46 26.5c.5-4 3-6.5 7-6.5 0 4-2.5 6.5-7 6.5z" />
    </>
  ),
  gate: (
    <>
      {ground}
      <path className="art-soft" d="M24 64V22h5v42zM67 64V22h5v42z" />
      <path d="M29 34c9-10 29-10 38 0M29 46h38M29 56h38M38.5 29v35M48 27v37M57.5 29v35" />
      <path d="M20 64c-4-10-2-19 4-26" />
      <path className="art-soft" d="M19 52c-6 0-9.5-3-10-8.5 6 0 9.5 3 10 8.5zM20.5 43c-5-1.5-7.5-5-6.5-10 5 1.5 7.5 5 6.5 10z" />
    </>
  ),
  wilted: (
    <>
      {ground}
      <path className="art-soft" d="M36 48h24l-2.6 14.4a2 2 0 0 1-2 1.6H40.6a2 2 0 0 1-2-1.6z" />
      <path d="M33.5 43.5h29V48h-29z" className="art-soft" />
      <path d="M48 43.5c0-12-1-22 5-27 5.5-4.5 13-2 15 5" />
      <path className="art-soft" d="M68 21.5c5 5.5 4.5 12-.5 17.5-4.5-6-4.5-12 .5-17.5z" />
      <path d="M68 21.5v11" />
      <path className="art-soft" d="M48 31c-6-1.5-11 .5-13.5 6.5 6 2 11.5 0 13.5-6.5z" />
      <path d="M24 59.5c3-2.5 6-2.5 8 .5-3 2-6 2-8-.5z" className="art-soft" />
    </>
  ),
}
