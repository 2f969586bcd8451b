import { useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment/Environment'

/** Copies a text; when the browser refuses it, selects the element that shows it (`shown`), so that the user can copy it. */
export function useCopy<Shown extends HTMLElement>(text: string) {
  const { later } = useEnvironment()
  const [copied, setCopied] = useState(false)
  const shown = useRef<Shown>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
    }
  }
  useEffect(() => (copied ? later(1500, () => setCopied(false)) : undefined), [copied, later])
  return { shown, copied, copy: () => void copy() }
}
