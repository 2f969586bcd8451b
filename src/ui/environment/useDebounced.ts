import { useEffect, useState } from 'react'
import { useEnvironment } from './Environment'

/** Debounce in milliseconds: longer than the pause between two keys. */
const TYPING_MS = 400

/** Debounces a text. */
export function useDebounced(text: string): string {
  const { later } = useEnvironment()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => later(TYPING_MS, () => setDebounced(text)), [later, text])
  return debounced
}
