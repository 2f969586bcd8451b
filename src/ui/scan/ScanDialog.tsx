import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../controls/Button'
import { useEnvironment } from '../environment/Environment'
import { Alert } from '../overlay/Alert'
import { Dialog } from '../overlay/Dialog'
import './scan.css'

interface ScanDialogProps {
  readonly title: string
  /** Called with a code's text; returns whether it is accepted. */
  readonly onFound: (text: string) => boolean
  readonly onClose: () => void
}

/** Finds codes in an image. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Milliseconds between two detections. */
const EVERY_MS = 250

/** Scans a QR code with the camera; closes when an accepted code is found. */
export function ScanDialog({ title, onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [other, setOther] = useState(false)
  const { later } = useEnvironment()
  const onCode = useEffectEvent((text: string) => {
    if (onFound(text)) onClose()
    else setOther(true)
  })
  useEffect(() => {
    let stream: MediaStream | null = null
    let isClosed = false
    let cancel: () => void = () => undefined
    const detectCode = async (detector: Detector, picture: HTMLVideoElement) => {
      if (isClosed) return
      const codes = picture.readyState >= picture.HAVE_CURRENT_DATA ? await detector.detect(picture) : []
      // It may have been cancelled in between.
      if (isClosed) return
      const [code] = codes
      if (code !== undefined) onCode(code.rawValue)
      cancel = later(EVERY_MS, () => void detectCode(detector, picture).catch(fail))
    }
    const fail = (error: unknown) => {
      if (!isClosed) setProblem(sentenceOf(error))
    }
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const { current } = video
      if (isClosed || current === null) return stop(stream)
      current.srcObject = stream
      await current.play()
      await detectCode(await createDetector(), current)
    }
    begin().catch(fail)
    return () => {
      isClosed = true
      cancel()
      stop(stream)
    }
  }, [later])
  return (
    <Dialog
      title={title}
      description="Hold the QR code of the label in front of the camera."
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {problem === null ? (
        <video ref={video} className="scan" muted playsInline aria-label="Camera image" />
      ) : (
        <Alert tone="warning" role="alert">
          {problem}
        </Alert>
      )}
      {other && problem === null && <p role="status">This code contains no EUI. Try another one.</p>}
    </Dialog>
  )
}

/** The browser's own detector if it supports QR codes, otherwise a library that is loaded now. */
async function createDetector(): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  if (Native !== undefined && (await Native.getSupportedFormats()).includes('qr_code'))
    return new Native({ formats: ['qr_code'] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}

function stop(stream: MediaStream | null): void {
  stream?.getTracks().forEach((track) => track.stop())
}

function sentenceOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError') return 'The browser does not allow the camera for this site. Allow it, or type the EUI.'
  if (name === 'NotFoundError') return 'This device has no camera. Type the EUI.'
  return 'The camera could not be started. Type the EUI.'
}
