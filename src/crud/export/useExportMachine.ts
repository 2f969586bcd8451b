import { fromPromise } from 'xstate'
import { exportMachine, type ExportedFile, type ExportFailure, type Reading } from '../../../machines/exportMachine'
import { useEnvironment } from '../../ui/environment/Environment'
import { useToast } from '../../ui/overlay/Toaster'
import { reasonOf, withFullStop } from '../model/problems'
import { counted } from '../model/words'
import { exportName } from './exportRows'

interface ExportEffects {
  /** The beginning of the file's name. */
  readonly slug: string
  readonly nouns: { readonly one: string; readonly many: string }
  /** Reads the rows, and makes the file. */
  readonly read: (reading: Reading, signal: AbortSignal) => Promise<ExportedFile>
  readonly onClose: () => void
}

/** The machine of an export with its effects in a browser. */
export function useExportMachine({ slug, nouns, read, onClose }: ExportEffects) {
  const { download, now } = useEnvironment()
  const toast = useToast()
  return exportMachine.provide({
    actors: {
      readRows: fromPromise(({ input, signal }) =>
        read(input, signal).catch((error: unknown) => Promise.reject({ sentence: readFault(error) } satisfies ExportFailure)),
      ),
    },
    actions: {
      save(_scope, { content, count }) {
        download(exportName(slug, now()), content)
        toast({ message: `${counted(count, nouns)} exported` })
      },
      leave: onClose,
    },
  })
}

/** A failed call, or a fault of what was read. */
function readFault(error: unknown): string {
  return error instanceof Error ? withFullStop(error.message) : reasonOf(error)
}
