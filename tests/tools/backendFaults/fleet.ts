import { ACTIVITY_PATH } from '../../../src/contract/activity'
import { asStatus, instead, less, pathOf, rewriting, rowIn, without, type BrokenCall } from '../../support/server/brokenBackend'

const ends = (end: string) => (request: Request) => pathOf(request).endsWith(end)

/** Faults in firmware, alerts, channels, rollouts and history. */
export const fleetFaults: readonly BrokenCall[] = [
  [
    'a gateway gets the whole firmware for a part',
    'gateways',
    (request, pass) => (ends('/me/firmware')(request) ? without('range')(request, pass) : pass(request)),
    'GET /api/v1/gateways/me/firmware',
    '200',
  ],
  [
    'the progress of an update is lost',
    'gateways',
    (request, pass) => (ends('/me/firmware/status')(request) ? new Response(null, { status: 204 }) : pass(request)),
    'GET /api/v1/gateways/{id}',
    'updateStep is',
  ],
  [
    'the history of a row is that of all rows',
    'temperature_groups',
    (request, pass) => pass(ends('/history')(request) ? new Request(new URL(ACTIVITY_PATH, request.url), request) : request),
    'GET /api/v1/temperature_groups/{id}/history',
    'it is about another row, too',
  ],
  [
    'an earlier version is not restored',
    'temperature_groups',
    (request, pass) =>
      ends('/restore_version')(request)
        ? pass(new Request(request.url.replace('/restore_version', ''), { headers: request.headers }))
        : pass(request),
    'POST /api/v1/temperature_groups/{id}/restore_version',
    'its version is not above the one before',
  ],
  [
    'a preview of a rule does not say how many',
    'alert_rules',
    rewriting(
      (request, { ok }) => ends('/alert_rules/preview')(request) && ok,
      (body) => ({ result: less(rowIn(body), 'total') }),
    ),
    'POST /api/v1/alert_rules/preview',
    'result.total is missing',
  ],
  [
    'an alert is resolved twice',
    'alerts',
    instead((_request, { status }) => status === 409, asStatus(200)),
    'POST /api/v1/alerts/{id}/resolve',
    '200',
  ],
  [
    'the refusal of a move does not name the others',
    'alerts',
    rewriting(
      (_request, { status }) => status === 409,
      (body) => less(body, 'moves'),
    ),
    'POST /api/v1/alerts/{id}/resolve',
    'moves is missing',
  ],
  [
    'moving several alerts says that all was done',
    'alerts',
    rewriting(
      (request) => ends('/bulk_snooze')(request),
      () => ({ result: { done: 1, failed: [] } }),
    ),
    'POST /api/v1/alerts/bulk_snooze',
    'result is',
  ],
  [
    'a test message says that it was sent',
    'notification_channels',
    rewriting(ends('/test'), (body) => ({ result: { ...rowIn(body), status: 'sent' } })),
    'POST /api/v1/notification_channels/{id}/test',
    'it cannot be sent there',
  ],
  [
    'messages are not listed',
    'notification_channels',
    rewriting(ends('/deliveries'), () => ({ result: [] })),
    'GET /api/v1/notification_channels/{id}/deliveries',
    'the test message is not the first',
  ],
  [
    'a preview of a rollout counts every gateway',
    'rollouts',
    rewriting(
      (request, { ok }) => ends('/rollouts/preview')(request) && ok,
      (body) => ({ result: { ...rowIn(body), ready: 12 } }),
    ),
    'POST /api/v1/rollouts/preview',
    'ready is 12',
  ],
  [
    'a rollout begins before its time',
    'rollouts',
    rewriting(
      (request, { ok }) => ends('/start')(request) && ok,
      (body) => ({ result: { ...rowIn(body), status: 'running' } }),
    ),
    'POST /api/v1/rollouts/{id}/start',
    'status is "running" instead of "scheduled"',
  ],
]
