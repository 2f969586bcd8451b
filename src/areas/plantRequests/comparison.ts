import type { AnyObject } from 'yup'
import { plantProposal, type PlantProposal } from '../../contract/plantRequests'
import type { Plant } from '../../contract/plants'
import { kindOf, type FieldKind } from '../../crud/model/fieldKind'

/** How a field of the draft compares with the plant's. */
export type Verdict = 'same' | 'differs' | 'draftOnly' | 'plantOnly'

/** A field of both sides; null when it is empty. */
export interface Compared {
  /** `family`, `care.watering`. */
  readonly path: string
  readonly kind: FieldKind
  readonly draft: unknown
  readonly plant: unknown
  readonly verdict: Verdict
}

/** The fields that are set on either side, in the form's order; objects are compared part by part. */
export function compare(draft: PlantProposal, plant: Plant | null): Compared[] {
  return Object.keys(plantProposal().fields).flatMap((name) => {
    const kind = kindOf(plantProposal(), name)
    const [mine, theirs] = [partOf(draft, name), partOf(plant, name)]
    const { inner } = kind
    if (kind.type !== 'parts' || inner === undefined) return compared(name, kind, mine, theirs)
    return Object.keys(inner.fields).flatMap((part) =>
      compared(`${name}.${part}`, kindOf(inner, part), partOf(mine, part), partOf(theirs, part)),
    )
  })
}

function compared(path: string, kind: FieldKind, draftValue: unknown, plantValue: unknown): Compared[] {
  const [draft, plant] = [nullIfEmpty(draftValue), nullIfEmpty(plantValue)]
  if (draft === null && plant === null) return []
  return [{ path, kind, draft, plant, verdict: verdictOf(draft, plant) }]
}

function verdictOf(draft: unknown, plant: unknown): Verdict {
  if (draft === null) return 'plantOnly'
  if (plant === null) return 'draftOnly'
  return textOf(draft) === textOf(plant) ? 'same' : 'differs'
}

/** Ignores the order of lists. */
function textOf(value: unknown): string {
  const entries: unknown[] = Array.isArray(value) ? value : [value]
  return JSON.stringify(entries.map((entry) => JSON.stringify(entry)).toSorted())
}

function nullIfEmpty(value: unknown): unknown {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
}

function partOf(value: unknown, name: string): unknown {
  return (value as AnyObject | null | undefined)?.[name]
}
