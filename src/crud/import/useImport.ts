import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { fromPromise } from 'xstate'
import { importMachine, type Run, type Source, type Tally } from '../../../machines/importMachine'
import { api } from '../../api/api'
import { useToast } from '../../ui/overlay/Toaster'
import { useFlow } from '../../ui/environment/useFlow'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import type { AnyResource, AnyStandardArea } from '../model/declaration'
import { useDraftOwner } from '../model/storageOwner'
import { reasonOf } from '../model/problems'
import type { ApiDispatch } from '../model/reference'
import { counted } from '../model/words'
import { importRows } from './importApi'
import { rememberImport, unfinishedImport } from './unfinishedImport'
import { constantsOf } from './mapping'
import { openFile, openText } from './openFile'
import { faultsOf } from './rejects'
import { sendNext } from './sendRows'

/** Runs the import of an area: the machine with its effects. Resumes an unfinished import. */
export function useImport(area: AnyStandardArea) {
  const { resource } = area
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const key = `${useDraftOwner()} ${area.slug}`
  const [unfinished] = useState(() => unfinishedImport(dispatch, key))
  const [snapshot, send] = useFlow(
    importMachine.provide({
      actors: {
        readFile: fromPromise(({ input: { source } }) => read(resource, source)),
        sendPart: fromPromise(({ input, signal }) => sendPart(dispatch, area, input, signal)),
      },
      actions: {
        refreshRows: () => refreshRows(dispatch, resource),
        announceImported: (_scope, { created }) => {
          if (created > 0) toast({ message: `${counted(created, resource.nouns)} imported` })
        },
      },
    }),
    unfinished === null ? {} : { snapshot: unfinished },
  )
  const [isDownloaded, setDownloaded] = useState(false)
  // The report is the only list of the rejected rows.
  const isUnsaved = snapshot.hasTag('unsaved') || (snapshot.matches('imported') && !isDownloaded && faultsOf(snapshot).length > 0)
  useEffect(() => rememberImport(dispatch, key, isUnsaved ? snapshot : null), [dispatch, key, isUnsaved, snapshot])
  useLeaveGuard(isUnsaved)
  return {
    snapshot,
    send,
    /** Closing would lose the file or the results. */
    isUnsaved,
    noteDownloaded: () => setDownloaded(true),
    /** Drops the file and the results. */
    forget: () => rememberImport(dispatch, key, null),
  }
}

async function read(resource: AnyResource, source: Source) {
  return 'text' in source ? openText(resource, 'Pasted rows', source.text) : openFile(resource, source.file)
}

async function sendPart(dispatch: ApiDispatch, area: AnyStandardArea, run: Run, signal: AbortSignal): Promise<Tally> {
  const { resource } = area
  const { dryRun, mapping, tally } = run
  const send = (csv: string, key: string) => {
    const call = dispatch(importRows.initiate({ resource, csv, key, dryRun }, { track: false }))
    // A running import is not aborted: it would be unknown whether its rows were created.
    if (dryRun) signal.addEventListener('abort', () => call.abort())
    return call.unwrap()
  }
  const constants = constantsOf(area, mapping)
  return sendNext({ ...run, resource, constants }, tally, send)
    .catch((error: unknown) => Promise.reject<Tally>(new Error(reasonOf(error))))
    .finally(() => {
      // The page has unmounted: the machine no longer refreshes the lists.
      if (signal.aborted && !dryRun) refreshRows(dispatch, resource)
    })
}

function refreshRows(dispatch: ApiDispatch, resource: AnyResource): void {
  dispatch(api.util.invalidateTags([resource.name, 'Analytics']))
}
