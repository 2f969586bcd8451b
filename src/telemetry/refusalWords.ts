import type { RefusalCode } from '../contract/datapoints'

/** Reasons for rejected readings, after their number: "10 dated in the future". */
export const refusalWords: Readonly<Record<RefusalCode, string>> = {
  malformed: 'malformed',
  unknown_metric: 'of an unknown metric',
  out_of_bounds: 'impossible',
  ahead: 'dated in the future',
  too_old: 'too old',
  unknown_sensor: 'of unregistered sensors',
  other_gateway: 'of other gateways’ sensors',
}
