import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/overlay/Dialog'
import type { AnyStandardArea } from '../model/declaration'
import { ChooseStep } from './ChooseStep'
import { MapStep } from './MapStep'
import { ReportStep } from './ReportStep'
import { RunStep } from './RunStep'
import { useImport } from './useImport'
import './import.css'

interface ImportDialogProps {
  readonly area: AnyStandardArea
  readonly onClose: () => void
}

/** The stages of an import by the machine's states, with their headings and components. */
const stages = [
  { state: 'choosing', title: 'Step 1 of 4: choose a file', Screen: ChooseStep },
  { state: 'reading', title: 'Step 1 of 4: choose a file', Screen: ChooseStep },
  { state: 'mapping', title: 'Step 2 of 4: match the columns', Screen: MapStep },
  { state: 'checking', title: 'Step 3 of 4: a dry run', Screen: RunStep },
  { state: 'checked', title: 'Step 3 of 4: results of the dry run', Screen: ReportStep },
  { state: 'importing', title: 'Step 4 of 4: the import', Screen: RunStep },
  { state: 'imported', title: 'Step 4 of 4: results of the import', Screen: ReportStep },
] as const

const closeImport = {
  title: 'Close the import?',
  body: 'The file and the results of the dry run are discarded. Nothing was imported.',
  yes: 'Close the import',
  no: 'Back to the import',
}

const closeReport = {
  title: 'Close without the rejected rows?',
  body: 'The rows that were not imported are listed only here: download the rejected rows to keep them.',
  yes: 'Close',
  no: 'Back to the results',
}

/** Imports rows from a CSV file: choose, map, dry run, import. Nothing is created before the last button. */
export function ImportDialog({ area, onClose: close }: ImportDialogProps) {
  const { snapshot, send, isUnsaved, noteDownloaded, forget } = useImport(area)
  const [pasted, setPasted] = useState('')
  const onClose = () => {
    forget()
    close()
  }
  const { title, Screen } = stages.find(({ state }) => snapshot.matches(state)) ?? stages[0]
  const heading = useRef<HTMLParagraphElement>(null)
  const lastTitle = useRef<string>(title)
  useEffect(() => {
    // The focused element may have unmounted with the previous step.
    if (lastTitle.current !== title) heading.current?.focus()
    lastTitle.current = title
  }, [title])
  const isRunning = snapshot.hasTag('running')
  return (
    <Dialog
      size="lg"
      title={`Import ${area.resource.nouns.many}`}
      unsaved={isUnsaved}
      question={snapshot.matches('imported') ? closeReport : snapshot.hasTag('unsaved') ? closeImport : undefined}
      asks={!isRunning}
      onClose={isRunning ? () => send({ type: 'stop' }) : onClose}
      description={
        <p ref={heading} tabIndex={-1} className="import-step">
          {title}
        </p>
      }
    >
      <Screen
        area={area}
        snapshot={snapshot}
        send={send}
        onClose={onClose}
        pasted={pasted}
        onPaste={setPasted}
        onDownloaded={noteDownloaded}
      />
    </Dialog>
  )
}
