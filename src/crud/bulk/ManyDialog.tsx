import type { ReactNode } from 'react'
import type { BulkRows, ManyRowsOutcome } from '../../../machines/manyRowsMachine'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import { grouped } from '../../ui/text/numberWords'
import type { AnyRow } from '../model/crudCalls'
import type { AnyResource, BulkDialogProps } from '../model/declaration'
import { counted } from '../model/words'
import { ManyRows } from './ManyRows'
import { leftWords } from './parts'
import type { SentCall } from './sentCall'
import { useManyRows } from './useManyRows'
import { useUndo } from './useUndo'
import { WhichRows } from './WhichRows'

interface ManyDialogProps extends BulkDialogProps {
  readonly resource: AnyResource
  /** Infinitive on the button: "Resolve". */
  readonly verb: string
  /** Past participle for messages: "resolved". */
  readonly deed: string
  readonly danger?: boolean
  /** Inputs shown before the button. */
  readonly fields?: ReactNode
  /** A required input is still empty. */
  readonly blocked?: boolean
  /** What the user should know before confirming. */
  readonly children: ReactNode
  /** Whether the action applies to a row; where all rows are known, the question says to how many. */
  readonly applies?: (row: AnyRow) => boolean
  readonly send: (rows: BulkRows) => SentCall<ManyRowsOutcome>
  /** Whether `send` is a bulk update, which counts rows that held the values already as done. */
  readonly isUpdate?: boolean
  /** Whether the changed rows can be given their previous values again. */
  readonly undoable?: boolean
}

/**
 * Asks for confirmation, applies an action to all selected rows, and reports those that failed, which can be tried again. When another number
 * of rows matches by then, none is changed, and it asks again with that number.
 */
export function ManyDialog({
  resource,
  verb,
  deed,
  danger = false,
  fields,
  blocked = false,
  children,
  applies = () => true,
  send,
  isUpdate = false,
  undoable = false,
  filterWords,
  ...bulk
}: ManyDialogProps) {
  const toast = useToast()
  const undo = useUndo(resource)
  const run = useManyRows({
    ...bulk,
    resource,
    deed,
    act: send,
    announce({ done, left, changed }) {
      const unchanged = isUpdate ? done - changed.length : 0
      const words = `${counted(done - unchanged, resource.nouns)} ${deed}${leftWords(left + unchanged)}`
      if (undoable) undo.offerForChanges(words, changed)
      else toast({ message: words, tone: 'success' })
    },
  })
  const { areShown, loadedRows } = bulk
  const able = areShown ? loadedRows.filter(applies).length : run.count
  const title = `${verb} ${counted(run.count, resource.nouns)}`
  return (
    <ManyRows run={run} danger={danger}>
      {({ progress, ...question }) => (
        <ConfirmDialog
          {...question}
          tone={danger ? 'danger' : 'primary'}
          title={`${title}?`}
          confirmLabel={title}
          fields={progress ?? fields}
          blocked={blocked || able === 0 || question.blocked}
          onConfirm={() => run.confirm(null)}
        >
          <WhichRows {...run} filterWords={filterWords} />
          <p>
            {able < run.count && `${grouped(able)} of ${grouped(run.count)} can be ${deed}. `}
            {children}
          </p>
        </ConfirmDialog>
      )}
    </ManyRows>
  )
}
