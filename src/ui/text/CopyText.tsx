import { Check, Copy } from 'lucide-react'
import { useCopy } from './useCopy'
import './facts.css'

export interface CopyTextProps {
  readonly text: string
  /** Name of the value, e.g. "EUI". */
  readonly label: string
}

/** An identifier in monospace, with a copy button. An email address wraps before its domain. */
export function CopyText({ text, label }: CopyTextProps) {
  const { shown, copied, copy } = useCopy<HTMLElement>(text)
  const Icon = copied ? Check : Copy
  return (
    <span className="copy">
      <code ref={shown}>{text.split(/(?=@)/).flatMap((part, at) => (at === 0 ? part : [<wbr key={at} />, part]))}</code>
      <button
        type="button"
        className="icon-button"
        aria-label={copied ? `${label} copied` : `Copy ${label}`}
        data-tip={copied ? 'Copied' : `Copy ${label}`}
        onClick={copy}
      >
        <Icon aria-hidden="true" />
      </button>
    </span>
  )
}
