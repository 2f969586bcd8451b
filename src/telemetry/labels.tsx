import type { Gateway } from '../contract/gateways'
import type { Sensor } from '../contract/sensors'
import { DeviceLabel } from './DeviceLabel'

interface LabelProps<Row> {
  readonly row: Row
  readonly onClose: () => void
}

export function GatewayLabel({ row, onClose }: LabelProps<Gateway>) {
  return <DeviceLabel slug="gateways" device={row} onClose={onClose} />
}

export function SensorLabel({ row, onClose }: LabelProps<Sensor>) {
  return <DeviceLabel slug="sensors" device={row} onClose={onClose} />
}
