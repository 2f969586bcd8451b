import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type { importMachine } from '../../../machines/importMachine'
import type { AnyStandardArea } from '../model/declaration'

/** A state of the import's machine, with its context. */
export type ImportSnapshot = SnapshotFrom<typeof importMachine>
type SendImport = (event: EventFromLogic<typeof importMachine>) => void

/** Props of a step's component. */
export interface StepProps {
  readonly area: AnyStandardArea
  readonly snapshot: ImportSnapshot
  readonly send: SendImport
  readonly onClose: () => void
  /** The pasted rows, which outlast the first step: the user may come back to correct them. */
  readonly pasted: string
  readonly onPaste: (text: string) => void
  /** The rejects of the import are downloaded: closing loses nothing any more. */
  readonly onDownloaded: () => void
}
