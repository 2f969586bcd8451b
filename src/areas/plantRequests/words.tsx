import { missingFor, type PublishingNeed } from '../../../machines/plantRequestMachine'
import type { PlantRequest, PlantRequestStatus, RejectionReason } from '../../contract/plantRequests'
import { enumerated, wordsOf } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'

const tones: Readonly<Record<PlantRequestStatus, StatusTone>> = {
  requested: 'unknown',
  in_review: 'warning',
  approved: 'info',
  published: 'good',
  rejected: 'off',
}

/** Reasons of a rejection, as the start of a sentence. */
export const reasonWords: Readonly<Record<RejectionReason, string>> = {
  duplicate: 'Already in the catalogue',
  unverifiable: 'It cannot be verified',
  insufficient_data: 'Not enough information',
  not_a_plant: 'It is not a plant',
  other: 'Another reason',
}

const needWords: Readonly<Record<PublishingNeed, string>> = {
  scientificName: 'scientific name',
  humidityGroupId: 'humidity group',
  temperatureGroupId: 'temperature group',
  lightGroupId: 'light group',
}

interface RowProps {
  readonly row: PlantRequest
}

export function RequestStatus({ row, look }: RowProps & { readonly look?: 'pill' }) {
  return (
    <Status tone={tones[row.status]} look={look}>
      {wordsOf(row.status)}
    </Status>
  )
}

/** The missing fields, e.g. "scientific name and light group"; null when the draft is complete. */
export function missingWords({ draft }: Pick<PlantRequest, 'draft'>): string | null {
  const missing = missingFor(draft).map((need) => needWords[need])
  return missing.length === 0 ? null : enumerated(missing)
}

/** Whether the draft is complete enough to be published. */
export function Readiness({ row }: RowProps) {
  const missing = missingWords(row)
  return missing === null ? <Status tone="good">Ready to publish</Status> : <Status tone="warning">Missing {missing}</Status>
}

export const otherRequests = { one: 'other open request', many: 'other open requests' }

/** How many other open requests there are for an open request's name. */
export function othersOf({ demandCount }: PlantRequest): number {
  return demandCount - 1
}
