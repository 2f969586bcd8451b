import { useCallback, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { isApiError, sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useToast } from '../../ui/overlay/Toaster'
import { uploadFirmware } from './firmwareApi'
import { sha256Of } from './sha256'

export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'hashing'; readonly name: string }
  | { readonly step: 'sending'; readonly name: string; readonly sent: number; readonly total: number }
  | { readonly step: 'failed'; readonly message: string; readonly file: File }

const idle: UploadState = { step: 'idle' }

/** The course of an upload: hashed here, sent, and hashed again by the server, which refuses what arrives otherwise. */
export function useUpload({ id, version }: GatewayFirmware) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const [state, setState] = useState<UploadState>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (file: File) => {
    const { signal } = (running.current = new AbortController())
    const set = (next: UploadState) => {
      if (!signal.aborted) setState(next)
    }
    set({ step: 'hashing', name: file.name })
    const sha256 = await sha256Of(file).catch(() => undefined)
    if (signal.aborted) return
    if (sha256 === undefined) {
      set({ step: 'failed', message: 'The file cannot be read.', file })
      return
    }
    set({ step: 'sending', name: file.name, sent: 0, total: file.size })
    const onProgress = (sent: number, total: number) => set({ step: 'sending', name: file.name, sent, total })
    // Browsers guess types by names; firmware has one.
    const upload = { file: new Blob([file], { type: 'application/octet-stream' }), name: file.name, onProgress }
    const call = dispatch(uploadFirmware.initiate({ id, version, sha256, upload }, { track: false }))
    signal.addEventListener('abort', () => call.abort())
    const { data, error } = await call
    if (signal.aborted) return
    if (data !== undefined) {
      set(idle)
      toast({ message: sha256 === null ? `${file.name} uploaded` : `${file.name} uploaded, checksum verified` })
    } else {
      set({ step: 'failed', message: sentenceOf(error), file })
      // Somebody else was first: what is shown is read again, and the next try goes by that.
      if (isApiError(error) && (error.status === 409 || error.status === 412))
        dispatch(api.util.invalidateTags([gatewayFirmwares.name]))
    }
  }
  const cancel = useCallback(() => {
    running.current?.abort()
    setState(idle)
  }, [])
  return { state, start, cancel }
}
