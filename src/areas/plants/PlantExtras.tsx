import type { Plant } from '../../contract/plants'
import { panelOnDemand } from '../../ui/overlay/onDemand'

// Loaded when a plant's page is opened, since lists of plants show neither.
const Troubleshoots = panelOnDemand(async () => (await import('./Troubleshoots')).Troubleshoots)
const PlantCurves = panelOnDemand(async () => (await import('../../telemetry/PlantCurves')).PlantCurves)
const PlantReadings = panelOnDemand(async () => (await import('../../telemetry/PlantReadings')).PlantReadings)

/** What its sensors measure, and what can go wrong with it. */
export function PlantExtras({ row }: { readonly row: Plant }) {
  return (
    <div className="stack">
      {row.sensorsCount > 0 && <PlantReadings plant={row} />}
      {row.sensorsCount > 0 && <PlantCurves plant={row} />}
      <Troubleshoots row={row} />
    </div>
  )
}
