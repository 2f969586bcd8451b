import { Download, Upload } from 'lucide-react'
import { startTransition, useActionState, useRef, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import type { UploadContext, UploadEvent } from '../../../machines/uploadMachine'
import type { GatewayFirmware } from '../../contract/gatewayFirmwares'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { FileInput } from '../../ui/controls/FileInput'
import { Card } from '../../ui/layout/Card'
import { CopyText } from '../../ui/text/CopyText'
import { useEnvironment } from '../../ui/environment/Environment'
import { Facts } from '../../ui/text/Facts'
import { grouped } from '../../ui/text/numberWords'
import { Progress } from '../../ui/layout/Progress'
import { downloadFirmware } from './firmwareApi'
import { sha256Of } from './sha256'
import { useUpload } from './useUpload'
import { sizeWords } from './words'
import './firmwares.css'

interface FileCardProps {
  readonly row: GatewayFirmware
}

/** The firmware's file: its facts, upload and download. */
export function FileCard({ row }: FileCardProps) {
  const { fileName, sizeBytes, sha256 } = row
  return (
    <Card title="File" description={descriptionOf(row)} actions={sha256 != null && <DownloadButton row={row} />}>
      {sha256 != null && sizeBytes != null && (
        <Facts
          facts={[
            { label: 'Name', value: fileName },
            { label: 'Size', value: `${sizeWords(sizeBytes)} (${grouped(sizeBytes)} bytes)` },
            { label: 'SHA-256', value: <CopyText text={sha256} label="SHA-256" />, wide: true },
          ]}
        />
      )}
      <UploadPart row={row} />
    </Card>
  )
}

function descriptionOf({ sha256, status }: GatewayFirmware): string | undefined {
  if (status !== 'draft') return undefined
  return sha256 == null ? 'No file yet. Upload one before the release.' : 'It can be replaced until the release.'
}

/** Rendered for a released firmware, too: an upload that was under way says that it was refused. */
function UploadPart({ row }: FileCardProps) {
  const [snapshot, send] = useUpload(row)
  const isDraft = row.status === 'draft'
  const { failure } = snapshot.context
  const input = useRef<HTMLInputElement>(null)
  if (!isDraft && snapshot.matches('idle')) return null
  return (
    <div className="upload">
      {isDraft && <FileInput label="Firmware file" ref={input} onFile={(file) => send({ type: 'choose', file })} />}
      {isDraft && snapshot.hasTag('canChoose') && (
        <Button icon={Upload} variant={row.sha256 == null ? 'primary' : 'secondary'} onClick={() => input.current?.click()}>
          {row.sha256 == null ? 'Upload a file' : 'Upload another file'}
        </Button>
      )}
      {snapshot.matches('failed') && (
        <UploadFailed title="The upload failed" send={send} canRetry={isDraft}>
          {failure}
        </UploadFailed>
      )}
      {snapshot.matches('offline') && (
        <UploadFailed title="The connection was lost" send={send} canCancel>
          The upload starts again as soon as the browser is online again. If it is already online, retry.
        </UploadFailed>
      )}
      {snapshot.hasTag('busy') && (
        <UploadProgress
          upload={snapshot.context}
          isSending={snapshot.matches('sending')}
          onCancel={() => send({ type: 'cancel' })}
        />
      )}
    </div>
  )
}

interface UploadFailedProps {
  readonly title: string
  readonly children: ReactNode
  readonly canRetry?: boolean
  readonly canCancel?: boolean
  readonly send: (event: UploadEvent) => void
}

/** Why an upload stopped, with its retry and cancel buttons. */
function UploadFailed({ title, children, canRetry = true, canCancel = false, send }: UploadFailedProps) {
  return (
    <Alert
      tone="danger"
      role="alert"
      title={title}
      actions={
        (canRetry || canCancel) && (
          <>
            {canRetry && (
              <Button size="sm" onClick={() => send({ type: 'retry' })}>
                Retry
              </Button>
            )}
            {canCancel && (
              <Button size="sm" onClick={() => send({ type: 'cancel' })}>
                Cancel upload
              </Button>
            )}
          </>
        )
      }
    >
      {children}
    </Alert>
  )
}

interface UploadProgressProps {
  readonly upload: UploadContext
  /** False while the file is still being read. */
  readonly isSending: boolean
  readonly onCancel: () => void
}

/** The progress of an upload. */
function UploadProgress({ upload: { file, sent, total }, isSending, onCancel }: UploadProgressProps) {
  const name = file?.name ?? ''
  return (
    <div className="upload-course">
      <p role="status">{isSending ? `Uploading ${name}…` : `Reading ${name}…`}</p>
      <Progress label={`Upload of ${name}`} value={isSending ? sent : null} max={Math.max(1, total)} />
      <div className="upload-state">
        <span className="faint digits">{isSending && `${sizeWords(sent)} of ${sizeWords(total)}`}</span>
        <Button size="sm" onClick={onCancel}>
          Cancel upload
        </Button>
      </div>
    </div>
  )
}

function DownloadButton({ row }: FileCardProps) {
  const dispatch = useDispatch<ApiDispatch>()
  const { download } = useEnvironment()
  const [failure, fetchFile, busy] = useActionState(async () => {
    const { data, error } = await dispatch(downloadFirmware.initiate(row.id, { track: false }))
    if (data === undefined) return sentenceOf(error)
    const sha256 = await sha256Of(data)
    if (sha256 !== null && sha256 !== row.sha256)
      return 'The checksum differs: the download was damaged and was discarded. Try again.'
    download(row.fileName ?? `${row.title}.bin`, data)
    return null
  }, null)
  return (
    <>
      {failure !== null && !busy && (
        <span role="alert" className="field-error">
          {failure}
        </span>
      )}
      <Button size="sm" icon={Download} busy={busy} onClick={() => startTransition(fetchFile)}>
        Download
      </Button>
    </>
  )
}
