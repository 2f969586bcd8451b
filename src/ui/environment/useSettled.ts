import { useEffect, useState } from 'react'
import { useEnvironment } from './Environment'

/** Between two keys of somebody who types, ms. */
const TYPING_MS = 400

/** The text once nothing has changed for a moment. */
export function useSettled(text: string): string {
  const { later } = useEnvironment()
  const [settled, setSettled] = useState(text)
  useEffect(() => later(TYPING_MS, () => setSettled(text)), [later, text])
  return settled
}
