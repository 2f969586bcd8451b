import { useDispatch } from 'react-redux'
import { fromCallback, fromPromise } from 'xstate'
import { uploadMachine, type Sending, type UploadEvent, type UploadFailure } from '../../../machines/uploadMachine'
import { api } from '../../api/api'
import { isApiError } from '../../api/errors'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { problemOf, sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useToast } from '../../ui/overlay/Toaster'
import { useFlow } from '../../ui/environment/useFlow'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import { uploadFirmware } from './firmwareApi'
import { LeaveUpload } from './LeaveUpload'
import { sha256Of } from './sha256'

type Row = Pick<GatewayFirmware, 'id' | 'version'>

/**
 * Uploads a firmware's file: computes its checksum, which the server computes again to refuse a corrupted file. Asks before the page is left
 * until the upload has ended.
 */
export function useUpload(row: Row) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const flow = useFlow(
    uploadMachine.provide({
      actors: {
        digest: fromPromise(({ input: { file } }) => (file === null ? Promise.resolve(null) : sha256Of(file))),
        send: fromPromise(({ input, signal }) => send(dispatch, row, input, signal)),
        network,
      },
      actions: {
        announceUploaded: (_scope, { file, digest }) =>
          toast({ message: `${file?.name} uploaded${digest === null ? '' : ', checksum verified'}` }),
        refetchRow: () => dispatch(api.util.invalidateTags([gatewayFirmwares.name])),
      },
    }),
  )
  useLeaveGuard(!flow[0].hasTag('canChoose'), LeaveUpload)
  return flow
}

async function send(
  dispatch: ApiDispatch,
  { id, version }: Row,
  { file, digest, onProgress }: Sending,
  signal: AbortSignal,
): Promise<void> {
  // Overrides the type that the browser guesses from the name.
  const upload = { file: new Blob([file], { type: 'application/octet-stream' }), name: file.name, onProgress }
  const call = dispatch(uploadFirmware.initiate({ id, version, sha256: digest, upload }, { track: false }))
  signal.addEventListener('abort', () => call.abort())
  const { error } = await call
  if (error === undefined) return undefined
  if (isStored(error, digest)) {
    dispatch(api.util.invalidateTags([gatewayFirmwares.name]))
    return undefined
  }
  const failure = failureOf(error)
  return Promise.reject<void>(failure.kind === 'cutOff' && !(await isReadable(file)) ? CHANGED : failure)
}

const CHANGED: UploadFailure = {
  kind: 'refused',
  message: 'The file was changed or moved during the upload: choose it again.',
}

/** False for a file that has changed on disk since it was chosen: the browser ends its upload as if the network was lost. */
async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Whether the firmware, which has changed, has the file by now: an earlier attempt had stored it, and its answer was lost. */
function isStored(error: unknown, digest: string | null): boolean {
  const { code, result } = problemOf(error)
  return code === 'stale' && digest !== null && (Object(result) as Partial<GatewayFirmware>).sha256 === digest
}

function failureOf(error: unknown): UploadFailure {
  const { kind, status } = isApiError(error) ? error : { kind: 'malformed', status: 0 }
  const message = sentenceOf(error)
  if (kind === 'offline') return { kind: 'cutOff', message }
  return { kind: status === 409 || status === 412 ? 'overtaken' : 'refused', message }
}

const network = fromCallback<UploadEvent>(({ sendBack }) => {
  const notify = () => sendBack({ type: 'online' })
  window.addEventListener('online', notify)
  return () => window.removeEventListener('online', notify)
})
