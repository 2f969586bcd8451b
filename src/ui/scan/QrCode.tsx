import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  readonly text: string
  /** Its target, in words. */
  readonly label: string
}

/** A QR code, black on white in both themes, as cameras expect. */
export function QrCode({ text, label }: QrCodeProps) {
  return <QRCodeSVG className="qr" value={text} marginSize={2} role="img" aria-label={label} />
}
