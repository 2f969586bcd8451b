import type { ComponentProps } from 'react'
import { panelOnDemand } from '../../ui/overlay/onDemand'

// Loaded with a plant's page: lists of plants show neither.
const Troubleshoots = panelOnDemand(async () => (await import('./Troubleshoots')).Troubleshoots)
const PlantCurves = panelOnDemand(async () => (await import('../../telemetry/PlantCurves')).PlantCurves)
const PlantReadings = panelOnDemand(async () => (await import('../../telemetry/PlantReadings')).PlantReadings)

/** The readings of the plant's sensors, and its troubleshoots. */
export function PlantExtras({ row, isDeleted }: ComponentProps<typeof Troubleshoots>) {
  return (
    <div className="stack">
      {row.sensorsCount > 0 && <PlantReadings plant={row} />}
      {row.sensorsCount > 0 && <PlantCurves plant={row} />}
      <Troubleshoots row={row} isDeleted={isDeleted} />
    </div>
  )
}
