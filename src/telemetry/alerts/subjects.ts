import type { AlertSubject } from '../../contract/alertRules'
import { gateways } from '../../contract/gateways'
import { rollouts } from '../../contract/rollouts'
import { sensors } from '../../contract/sensors'
import { detailPath, slugOf } from '../../crud/model/paths'

const resources = { Gateway: gateways, Sensor: sensors, Rollout: rollouts } as const

/** The page of a row that an alert is about. */
export function subjectPath(subject: AlertSubject, id: string): string {
  return detailPath(slugOf(resources[subject]), id)
}

/** The words for the rows that an alert is about. */
export function subjectNouns(subject: AlertSubject) {
  return resources[subject].nouns
}
