import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  readonly text: string
  /** What it leads to, in words. */
  readonly label: string
}

/** A QR code, black on white in both themes: cameras expect that. */
export function QrCode({ text, label }: QrCodeProps) {
  return <QRCodeSVG className="qr" value={text} marginSize={2} role="img" aria-label={label} />
}
