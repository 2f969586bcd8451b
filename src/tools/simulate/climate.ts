import { DAY_MS } from '../../contract/durations'

/** A sensor of the simulated fleet; `offset`, from 0 to 1, makes its place differ from the others'. */
export interface SimulatedSensor {
  readonly eui: string
  readonly offset: number
}

/** A reading in the shape that the API accepts. */
export interface SimulatedReading {
  readonly sensorEui: string
  readonly metric: string
  readonly value: number
  readonly measuredAt: string
}

/** Computes a sensor's readings at a time: warm, dry days, cool, damp nights, a pot that dries out and is watered again. */
export function readingsAt({ eui, offset }: SimulatedSensor, at: number): SimulatedReading[] {
  const sun = Math.sin(2 * Math.PI * (at / DAY_MS - 0.25))
  const drift = Math.sin(at / 4_100_000 + 6 * offset)
  const dry = at / (2 * DAY_MS + 3 * DAY_MS * offset) + offset
  const values = {
    soil_moisture: 20 + 38 * (1 - (dry - Math.floor(dry))),
    soil_temperature: 18 + 2 * sun + 3 * offset,
    air_temperature: 20 + 5 * sun + 3 * offset + drift,
    air_humidity: 62 - 14 * sun + 10 * offset + 2 * drift,
    illuminance: Math.max(0, sun) * (9000 + 32_000 * offset) * (1 + 0.2 * drift),
    battery: 100 - 80 * ((at / (300 * DAY_MS) + offset) % 1),
  }
  const measuredAt = new Date(at).toISOString()
  return Object.entries(values).map(([metric, value]) => ({
    sensorEui: eui,
    metric,
    value: Math.round(value * 10) / 10,
    measuredAt,
  }))
}
