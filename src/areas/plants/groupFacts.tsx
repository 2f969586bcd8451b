import type { ReactNode } from 'react'
import { humidityGroups } from '../../contract/humidityGroups'
import { lightGroups } from '../../contract/lightGroups'
import { temperatureGroups } from '../../contract/temperatureGroups'
import { crudCalls } from '../../crud/model/crudCalls'
import { NoValue } from '../../ui/text/NoValue'
import { rowLink } from '../../crud/parts/rowLink'
import { RangeText, scales } from '../../telemetry/RangeText'
import type { Scale } from '../../ui/text/RangeBand'
import './plants.css'

interface GroupFactProps {
  readonly id: string | null | undefined
  readonly name: string | null | undefined
}

/** The plant's humidity group and its ranges. */
export function HumidityGroupFact({ id, name }: GroupFactProps) {
  const { currentData: group } = crudCalls(humidityGroups).get.useQuery(id ?? '', { skip: id == null })
  return (
    <GroupFact slug="humidity-groups" id={id} name={name}>
      <Band of="Soil" scale={scales.moisture} low={group?.soilMoistureMin} high={group?.soilMoistureMax} />
      <Band of="Air" scale={scales.humidity} low={group?.airHumidityMin} high={group?.airHumidityMax} />
    </GroupFact>
  )
}

/** The plant's temperature group and its range. */
export function TemperatureGroupFact({ id, name }: GroupFactProps) {
  const { currentData: group } = crudCalls(temperatureGroups).get.useQuery(id ?? '', { skip: id == null })
  return (
    <GroupFact slug="temperature-groups" id={id} name={name}>
      <Band of="Air" scale={scales.degrees} low={group?.minC} high={group?.maxC} />
    </GroupFact>
  )
}

/** The plant's light group and its ranges. */
export function LightGroupFact({ id, name }: GroupFactProps) {
  const { currentData: group } = crudCalls(lightGroups).get.useQuery(id ?? '', { skip: id == null })
  return (
    <GroupFact slug="light-groups" id={id} name={name}>
      <Band of="Daily light" scale={scales.dli} low={group?.dliMin} high={group?.dliMax} />
      <Band of="Illuminance" scale={scales.lux} low={group?.luxMin} high={group?.luxMax} />
    </GroupFact>
  )
}

function GroupFact({ slug, id, name, children }: GroupFactProps & { readonly slug: string; readonly children: ReactNode }) {
  if (id == null) return <NoValue />
  return (
    <>
      {rowLink(slug, id, name)}
      {children}
    </>
  )
}

interface BandProps {
  readonly of: string
  readonly scale: Scale
  readonly low: number | null | undefined
  readonly high: number | null | undefined
}

/** Renders nothing for an empty range, or while the group loads. */
function Band({ of, scale, low, high }: BandProps) {
  if (low == null) return null
  return (
    <span className="group-band">
      <span className="group-of faint">{of}</span>
      <RangeText scale={scale} range={[low, high]} dense />
    </span>
  )
}
