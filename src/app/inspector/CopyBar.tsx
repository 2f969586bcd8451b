import { useState } from 'react'
import { Button } from '../../ui/controls/Button'
import type { SeenActor } from './actors'

interface Props {
  readonly copy: (text: string) => Promise<void>
  readonly machine: string
  /** The actor whose log can be copied. */
  readonly actor: SeenActor | undefined
}

/** Copies the machine for each of Stately's tools, and the log. */
export function CopyBar({ copy, machine, actor }: Props) {
  const [status, setStatus] = useState('')
  const button = (label: string, title: string, make: () => Promise<string>) => (
    <Button
      size="sm"
      title={title}
      onClick={() =>
        void make()
          .then(copy)
          .then(
            () => setStatus('Copied'),
            () => setStatus('The browser blocked copying'),
          )
      }
    >
      {label}
    </Button>
  )
  const loadCopies = () => import('./copies')
  return (
    <div className="in-copy" role="group" aria-label="Copy">
      <span role="status">{status}</span>
      {button('Copy machine', 'The file as it is, to paste into the Stately editor', async () =>
        (await loadCopies()).machineText(machine),
      )}
      {button('Copy for the visualizer', 'To paste into stately.ai/viz', async () =>
        (await loadCopies()).visualizerText(machine),
      )}
      {button('Copy JSON', 'The machine’s definition', async () => (await loadCopies()).jsonText(machine))}
      {actor && button('Copy log', 'What this machine did, as JSON', async () => (await loadCopies()).logText(actor))}
    </div>
  )
}
