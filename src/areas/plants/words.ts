import type { Plant, PlantPart, plantStatuses, toxicities } from '../../contract/plants'
import { rangeWords } from '../../ui/text/RangeBand'
import type { StatusTone } from '../../ui/text/Status'

export const statusTones: Readonly<Record<(typeof plantStatuses)[number], StatusTone>> = {
  draft: 'info',
  published: 'good',
  archived: 'off',
}

/** Unknown toxicity must not look harmless. */
export const toxicityTones: Readonly<Record<(typeof toxicities)[number], StatusTone>> = {
  none: 'good',
  low: 'info',
  medium: 'warning',
  high: 'critical',
}

/** Names of the record's parts, for the list of missing ones. */
export const partWords: Readonly<Record<PlantPart, string>> = {
  commonNames: 'common names',
  family: 'family',
  category: 'category',
  humidityGroup: 'humidity group',
  temperatureGroup: 'temperature group',
  lightGroup: 'light group',
  ph: 'pH',
  soilEc: 'soil EC',
  watering: 'watering',
  sunlight: 'sunlight',
  soil: 'soil',
  pruning: 'pruning',
  fertilization: 'fertilization',
  toxicity: 'toxicity',
  image: 'image',
}

/** A language's English name: `de` → "German"; otherwise its tag. */
export function languageWords(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** The common name: the English one, otherwise the first. */
export function commonNameOf({ commonNames }: Pick<Plant, 'commonNames'>): string | null {
  return (commonNames.find(({ lang }) => lang === 'en') ?? commonNames[0])?.name ?? null
}

/** "6–7.5", "200–800 µS/cm"; null without a range. */
export function soilWords(low: number | null | undefined, high: number | null | undefined, unit: string): string | null {
  return low == null || high == null ? null : rangeWords([low, high], unit).trimEnd()
}
