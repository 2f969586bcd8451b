import { Printer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { detailPath } from '../crud/model/paths'
import { Button } from '../ui/controls/Button'
import { Dialog } from '../ui/overlay/Dialog'
import './deviceLabel.css'

interface DeviceLabelProps {
  readonly slug: 'gateways' | 'sensors'
  readonly device: { readonly id: string; readonly name: string; readonly eui: string }
  readonly onClose: () => void
}

/** A printable label for a device. Its QR code opens the device's page, and contains the EUI, which forms scan, and the name. */
export function DeviceLabel({ slug, device: { id, name, eui }, onClose }: DeviceLabelProps) {
  const page = new URL(detailPath(slug, id), document.baseURI).href
  return (
    <Dialog
      title={`Label of ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="label print-alone">
        <QRCodeSVG
          className="qr"
          value={`${page}#${eui}&name=${encodeURIComponent(name)}`}
          marginSize={2}
          role="img"
          aria-label={`QR code: page and EUI of ${name}`}
        />
        <p className="label-words">
          <span className="label-name">{name}</span>
          <code>{eui}</code>
          <span className="label-address">{page}</span>
        </p>
      </div>
    </Dialog>
  )
}
