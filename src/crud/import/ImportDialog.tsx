import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { Dialog } from '../../ui/overlay/Dialog'
import type { AnyStandardArea } from '../model/declaration'
import { ChooseStep } from './ChooseStep'
import { MapStep } from './MapStep'
import { ReportStep } from './ReportStep'
import { RunStep } from './RunStep'
import { useImport, type Stage } from './useImport'
import './import.css'

interface ImportDialogProps {
  readonly area: AnyStandardArea
  readonly onClose: () => void
}

/** What a step is told. */
export interface StepProps {
  readonly area: AnyStandardArea
  readonly actions: ReturnType<typeof useImport>
  readonly onClose: () => void
}

const titles: Readonly<Record<Stage, string>> = {
  choose: 'Step 1 of 4: choose a file',
  map: 'Step 2 of 4: match the columns',
  checking: 'Step 3 of 4: a dry run',
  checked: 'Step 3 of 4: results of the dry run',
  importing: 'Step 4 of 4: the import',
  imported: 'Step 4 of 4: results of the import',
}

const screens: Readonly<Record<Stage, (props: StepProps) => ReactNode>> = {
  choose: ChooseStep,
  map: MapStep,
  checking: RunStep,
  checked: ReportStep,
  importing: RunStep,
  imported: ReportStep,
}

/** Brings rows of a CSV file in: choose, map, dry run, import. Nothing is created before the last button. */
export function ImportDialog({ area, onClose: close }: ImportDialogProps) {
  const actions = useImport(area)
  const onClose = () => {
    actions.forget()
    close()
  }
  const { stage } = actions.course
  const Screen = screens[stage]
  const heading = useRef<HTMLParagraphElement>(null)
  const shown = useRef<Stage>(stage)
  useEffect(() => {
    // What had the focus may be gone with the step before.
    if (shown.current !== stage) heading.current?.focus()
    shown.current = stage
  }, [stage])
  const [leaving, setLeaving] = useState(false)
  const isRunning = stage === 'checking' || stage === 'importing'
  const leave = stage === 'map' || stage === 'checked' ? () => setLeaving(true) : onClose
  return (
    <Dialog
      open
      size="lg"
      title={`Import ${area.resource.nouns.many}`}
      onClose={isRunning ? actions.stop : leave}
      description={
        <p ref={heading} tabIndex={-1} className="import-step">
          {titles[stage]}
        </p>
      }
    >
      <Screen area={area} actions={actions} onClose={onClose} />
      <ConfirmDialog
        open={leaving}
        title="Leave this import?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        Nothing is created yet; the file and its columns would have to be chosen again.
      </ConfirmDialog>
    </Dialog>
  )
}
