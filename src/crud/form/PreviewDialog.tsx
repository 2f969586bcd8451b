import { useState } from 'react'
import type { ChangePreview } from '../../contract/preview'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { counted, enumerated } from '../words'

interface PreviewDialogProps {
  /** What the row is called. */
  readonly name: string
  readonly preview: ChangePreview
  readonly onSave: () => Promise<void>
  readonly onCancel: () => void
}

/** Before a row that plants use is changed: which they are, and how many sensors would judge otherwise. */
export function PreviewDialog({ name, preview, onSave, onCancel }: PreviewDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`Change ${name} for ${counted(preview.plantsTotal, plants)}?`}
      confirmLabel="Save changes"
      cancelLabel="Back to the form"
      busy={busy}
      onConfirm={() => {
        setBusy(true)
        void onSave()
      }}
      onCancel={onCancel}
    >
      <p>{plantsWords(preview)}.</p>
      <p>{sensorsWords(preview)}.</p>
    </ConfirmDialog>
  )
}

const plants = { one: 'plant', many: 'plants' }
const sensors = { one: 'sensor', many: 'sensors' }

function plantsWords({ plants: named, plantsTotal }: ChangePreview): string {
  const names = named.map((plant) => plant.name)
  const more = plantsTotal - names.length
  return enumerated(more > 0 ? [...names, `${more.toLocaleString('en')} more`] : names)
}

/** "Of the 34 sensors there, 5 change status by what they last measured". */
function sensorsWords({ sensorsTotal, sensorsChanging }: ChangePreview): string {
  if (sensorsTotal === 0) return 'No sensor stands at them'
  const there = sensorsTotal === 1 ? 'The sensor there' : `Of the ${counted(sensorsTotal, sensors)} there, `
  if (sensorsTotal === 1)
    return `${there} ${sensorsChanging === 1 ? 'changes' : 'does not change'} status by what it last measured`
  const changing =
    sensorsChanging === 0
      ? 'none changes'
      : `${sensorsChanging.toLocaleString('en')} ${sensorsChanging === 1 ? 'changes' : 'change'}`
  return `${there}${changing} status by what they last measured`
}
