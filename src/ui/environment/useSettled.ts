import { useEffect, useState } from 'react'
import { useEnvironment } from './Environment'

/** Debounce in milliseconds: longer than the pause between two keys. */
const TYPING_MS = 400

/** Debounces a text. */
export function useSettled(text: string): string {
  const { later } = useEnvironment()
  const [settled, setSettled] = useState(text)
  useEffect(() => later(TYPING_MS, () => setSettled(text)), [later, text])
  return settled
}
