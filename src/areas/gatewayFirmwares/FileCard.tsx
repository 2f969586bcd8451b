import { Download, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { GatewayFirmware } from '../../contract/gatewayFirmwares'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
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

/** The firmware's file: what is known of it, and the way in and out. */
export function FileCard({ row }: FileCardProps) {
  const { fileName, sizeBytes, sha256, status } = row
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
      {status === 'draft' && <UploadPart row={row} />}
    </Card>
  )
}

function descriptionOf({ sha256, status }: GatewayFirmware): string | undefined {
  if (status !== 'draft') return undefined
  return sha256 == null ? 'No file yet. Upload one before the release.' : 'It can be replaced until the release.'
}

function UploadPart({ row }: FileCardProps) {
  const { state, start, cancel } = useUpload(row)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const choose = () => input.current?.click()
  return (
    <div className="upload">
      <label htmlFor={id} className="sr-only">
        Firmware file
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file !== undefined) void start(file)
        }}
      />
      {(state.step === 'idle' || state.step === 'failed') && (
        <Button icon={Upload} variant={row.sha256 == null ? 'primary' : 'secondary'} onClick={choose}>
          {row.sha256 == null ? 'Upload a file' : 'Upload another file'}
        </Button>
      )}
      {state.step === 'failed' && (
        <Alert
          tone="danger"
          role="alert"
          title="The file was not uploaded"
          actions={
            <Button size="sm" onClick={() => void start(state.file)}>
              Try again
            </Button>
          }
        >
          {state.message}
        </Alert>
      )}
      {(state.step === 'hashing' || state.step === 'sending') && (
        <div className="upload-course">
          <p role="status">{state.step === 'hashing' ? `Reading ${state.name}…` : `Uploading ${state.name}…`}</p>
          <Progress
            label={`Upload of ${state.name}`}
            value={state.step === 'hashing' ? null : state.sent}
            max={state.step === 'hashing' ? 1 : Math.max(1, state.total)}
          />
          <div className="upload-state">
            <span className="faint digits">
              {state.step === 'sending' && `${sizeWords(state.sent)} of ${sizeWords(state.total)}`}
            </span>
            <Button size="sm" onClick={cancel}>
              Cancel upload
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

function DownloadButton({ row }: FileCardProps) {
  const dispatch = useDispatch<ApiDispatch>()
  const { download } = useEnvironment()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const fetchFile = async () => {
    setBusy(true)
    setFailure(null)
    const { data, error } = await dispatch(downloadFirmware.initiate(row.id, { track: false }))
    const sha256 = data === undefined ? undefined : await sha256Of(data)
    setBusy(false)
    if (data === undefined) setFailure(sentenceOf(error))
    else if (sha256 !== null && sha256 !== row.sha256)
      setFailure('The checksum differs: the upload was damaged and was discarded.')
    else download(row.fileName ?? `${row.title}.bin`, data)
  }
  return (
    <>
      {failure !== null && (
        <span role="alert" className="field-error">
          {failure}
        </span>
      )}
      <Button size="sm" icon={Download} busy={busy} onClick={() => void fetchFile()}>
        Download
      </Button>
    </>
  )
}
