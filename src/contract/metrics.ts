/** A metric's unit, and its physically possible range. */
export interface MetricRule {
  readonly label: string
  readonly unit: string
  readonly min: number
  readonly max: number
}

/** The metrics that sensors can measure. */
export const metricRules = {
  soil_moisture: { label: 'Soil moisture', unit: '%', min: 0, max: 100 },
  air_humidity: { label: 'Air humidity', unit: '%RH', min: 0, max: 100 },
  air_temperature: { label: 'Air temperature', unit: '°C', min: -40, max: 85 },
  soil_temperature: { label: 'Soil temperature', unit: '°C', min: -40, max: 85 },
  illuminance: { label: 'Illuminance', unit: 'lux', min: 0, max: 200_000 },
  ppfd: { label: 'PPFD', unit: 'µmol/m²/s', min: 0, max: 2500 },
  soil_ec: { label: 'Soil EC', unit: 'µS/cm', min: 0, max: 20_000 },
  battery: { label: 'Battery', unit: '%', min: 0, max: 100 },
} as const satisfies Readonly<Record<string, MetricRule>>

/** The name of a metric. */
export type Metric = keyof typeof metricRules
/** All metrics, in display order. */
export const metrics = Object.keys(metricRules) as readonly Metric[]

/** Whether a word is the name of a metric. */
export function isMetric(word: unknown): word is Metric {
  return typeof word === 'string' && Object.hasOwn(metricRules, word)
}

/** Derived curves that a chart can show beside the metrics: daily light integral, mol/m²/d, and vapour pressure deficit, kPa. */
export const derivedRules = {
  dli: { label: 'Daily light integral', unit: 'mol/m²/d' },
  vpd: { label: 'Vapour pressure deficit', unit: 'kPa' },
} as const

/** Every curve, measured or derived. */
export const curves = [...metrics, ...(Object.keys(derivedRules) as readonly (keyof typeof derivedRules)[])] as const
export type Curve = (typeof curves)[number]

/** Longest span of a curve, in days. */
export const SPAN_DAYS_MAX = 3660

/** Label and unit of a curve. */
export function curveRule(curve: Curve): Pick<MetricRule, 'label' | 'unit'> {
  return isMetric(curve) ? metricRules[curve] : derivedRules[curve]
}
