import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEnvironment } from '../environment/Environment'
import './facts.css'

export interface CopyTextProps {
  readonly text: string
  /** Name of the value, e.g. "EUI". */
  readonly label: string
}

/** An identifier in monospace, with a copy button. An email address wraps before its domain. */
export function CopyText({ text, label }: CopyTextProps) {
  const { later } = useEnvironment()
  const [copied, setCopied] = useState(false)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Without permission: selects the text, which the user can then copy.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
    }
  }
  useEffect(() => (copied ? later(1500, () => setCopied(false)) : undefined), [copied, later])
  const Icon = copied ? Check : Copy
  return (
    <span className="copy">
      <code ref={shown}>{text.split(/(?=@)/).flatMap((part, at) => (at === 0 ? part : [<wbr key={at} />, part]))}</code>
      <button
        type="button"
        aria-label={copied ? `${label} copied` : `Copy ${label}`}
        data-tip={copied ? 'Copied' : `Copy ${label}`}
        onClick={() => void copy()}
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  )
}
