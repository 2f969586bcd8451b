import { curveRule } from '../contract/metrics'
import type { ChangePreview } from '../contract/preview'
import type { ReadingStatus } from '../contract/readings'
import { sensors as sensorResource } from '../contract/sensors'
import { counted, enumerated, wordsOf } from '../crud/model/words'
import { grouped } from '../ui/text/numberWords'

/** What a change of a row does to the plants that use it: their names, and how many of their sensors change status. */
export function ChangeEffect({ preview }: { readonly preview: ChangePreview }) {
  const { plants, plantsTotal } = preview
  if (plantsTotal === 0) return <p>No plant is affected.</p>
  const names = plants.map(({ name }) => name)
  const changing = changingWords(preview)
  return (
    <>
      <p>
        {counted(plantsTotal, { one: 'plant changes', many: 'plants change' })} with it: {enumerated(names, plantsTotal)}.
      </p>
      <p>{sensorsWords(preview)}.</p>
      {changing !== '' && <p>{changing}.</p>}
    </>
  )
}

/** "5 of 34 sensors will change status, based on their latest readings". */
function sensorsWords({ plantsTotal, sensorsTotal, sensorsChanging }: ChangePreview): string {
  if (sensorsTotal === 0) return `No sensor monitors ${plantsTotal === 1 ? 'it' : 'them'}`
  const changing = sensorsChanging === 0 ? 'None' : grouped(sensorsChanging)
  const sensors = counted(sensorsTotal, sensorResource.nouns)
  return `${changing} of ${sensors} will change status, based on ${sensorsTotal === 1 ? 'its' : 'their'} latest readings`
}

/** "Attic 3: soil moisture from Low to OK, Attic 4: … and 8 more"; empty when none is named. */
function changingWords({ sensors = [], sensorsChanging }: ChangePreview): string {
  const words = sensors.map(
    ({ name, metric, from, to }) =>
      `${name}: ${curveRule(metric).label.toLowerCase()} from ${statusWords(from)} to ${statusWords(to)}`,
  )
  return words.length === 0 ? '' : enumerated(words, sensorsChanging)
}

function statusWords(status: ReadingStatus): string {
  return status === 'ok' ? 'OK' : wordsOf(status)
}
