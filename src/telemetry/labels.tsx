import type { Gateway } from '../contract/gateways'
import type { Sensor } from '../contract/sensors'
import type { RowDialogProps } from '../crud/model/declaration'
import { DeviceLabel } from './DeviceLabel'

export function GatewayLabel({ row, onClose }: RowDialogProps<Gateway>) {
  return <DeviceLabel slug="gateways" device={row} onClose={onClose} />
}

export function SensorLabel({ row, onClose }: RowDialogProps<Sensor>) {
  return <DeviceLabel slug="sensors" device={row} onClose={onClose} />
}
