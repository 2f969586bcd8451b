import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
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
  useEffect(() => (copied ? later(1500, () => setCopied(false)) : undefined), [copied, later])
  const Icon = copied ? Check : Copy
  return (
    <span className="copy">
      <code>{text.split(/(?=@)/).flatMap((part, at) => (at === 0 ? part : [<wbr key={at} />, part]))}</code>
      <button
        type="button"
        aria-label={copied ? `${label} copied` : `Copy ${label}`}
        data-tip={copied ? 'Copied' : `Copy ${label}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  )
}
