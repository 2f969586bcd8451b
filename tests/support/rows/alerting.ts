import { beforeEach } from 'vitest'
import type { AlertRule, AlertRuleDraft } from '../../../src/contract/alertRules'
import type { Alert } from '../../../src/contract/alerts'
import type { NotificationChannel, NotificationChannelDraft } from '../../../src/contract/notificationChannels'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { openConsole } from '../screens/console'
import { create, read, rowsOf, signedIn, type Call } from '../server/calls'
import type { TestServer } from '../server/server'
import { insertGateway, insertHardware, ruleDraft, unique } from './rows'

/** Creates three gateways last seen an hour ago before each test, and returns what tests of alerts use. */
export function alertingAt(server: TestServer) {
  let call: Call
  let token: string
  let hardwareId: string
  beforeEach(async () => {
    call = await signedIn(server)
    token = await server.signIn()
    hardwareId = await insertHardware(server.db)
    for (const name of ['Attic', 'Barn', 'Cellar'])
      await insertGateway(server.db, { name, hardware_id: hardwareId, last_seen_at: new Date(Date.now() - 3_600_000) })
  })
  const addRule = (changes: Partial<AlertRuleDraft> = {}) => create<AlertRule>(call, '/api/v1/alert_rules', ruleDraft(changes))
  /** Evaluates the rules; returns the alerts, sorted by title. */
  async function judge(): Promise<readonly Alert[]> {
    await judgeAlerts(server.db)
    return rowsOf<Alert>(call, '/api/v1/alerts?sort=title')
  }
  return {
    open: (path: string) => openConsole(server, token, path),
    read: <Row>(path: string) => read<Row>(call, `/api/v1/${path}`),
    remove: (path: string) => call('DELETE', `/api/v1/${path}`),
    move: (alert: Pick<Alert, 'id'>, move: string, body: object = {}) =>
      call('POST', `/api/v1/alerts/${alert.id}/${move}`, { body }),
    addRule,
    addChannel: (changes: Partial<NotificationChannelDraft> = {}) =>
      create<NotificationChannel>(call, '/api/v1/notification_channels', {
        name: `Channel ${unique()}`,
        kind: 'mail',
        recipients: ['night@example.com'],
        url: null,
        preset: 'generic',
        quietFrom: null,
        quietTo: null,
        zone: null,
        tellsResolved: false,
        active: true,
        ...changes,
      }),
    judge,
    /** Raises the alerts of one rule, on Attic, Barn and Cellar. */
    async raised(): Promise<readonly [Alert, Alert, Alert]> {
      await addRule({ name: 'Offline', severity: 'critical' })
      const [attic, barn, cellar] = await judge()
      if (attic === undefined || barn === undefined || cellar === undefined) throw new Error('Three alerts were to be raised')
      return [attic, barn, cellar]
    },
  }
}
