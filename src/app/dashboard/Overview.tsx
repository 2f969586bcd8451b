import type { FunctionComponent } from 'react'
import { OpenAlerts } from '../../telemetry/alerts/OpenAlerts'
import { Attention } from '../../telemetry/Attention'
import { DeviceStates } from '../../telemetry/DeviceStates'
import { FirstSteps } from '../../telemetry/FirstSteps'
import { MapCard } from '../../telemetry/map/MapCard'
import { ReadingsPerHour } from '../../telemetry/ReadingsPerHour'
import { RunningRollouts } from '../../telemetry/rollouts/RunningRollouts'
import { entryAreas } from '../activity/entryAreas'
import { createRecentActivity } from '../activity/RecentActivity'

/** Loads the sections below the counts, in two columns. To add a section, add it to one of the two lists. */
export async function loadOverview(): Promise<FunctionComponent> {
  const main: readonly FunctionComponent[] = [FirstSteps, OpenAlerts, RunningRollouts, Attention]
  const aside: readonly FunctionComponent[] = [DeviceStates, ReadingsPerHour, MapCard, createRecentActivity(await entryAreas())]
  return function Overview() {
    return (
      <div className="overview">
        {[main, aside].map((sections, column) => (
          <div key={column} className="overview-column">
            {sections.map((Section, at) => (
              <Section key={at} />
            ))}
          </div>
        ))}
      </div>
    )
  }
}
