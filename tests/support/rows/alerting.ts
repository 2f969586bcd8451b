import { beforeEach } from 'vitest'
import type { AlertRule, AlertRuleDraft } from '../../../src/contract/alertRules'
import type { Alert } from '../../../src/contract/alerts'
import type { NotificationChannel, NotificationChannelDraft } from '../../../src/contract/notificationChannels'
import { judgeAlerts } from '../../../src/server/alerts/judge'
import { openConsole } from '../screens/console'
import { signedIn, type Call } from '../server/calls'
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
  const register = async <Row>(path: string, body: object): Promise<Row> => {
    const answer = await call<{ result: Row }>('POST', `/api/v1/${path}/register`, { body })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.result
  }
  const addRule = (changes: Partial<AlertRuleDraft> = {}) => register<AlertRule>('alert_rules', ruleDraft(changes))
  /** Evaluates the rules; returns the alerts, sorted by title. */
  async function judge(): Promise<readonly Alert[]> {
    await judgeAlerts(server.db)
    return (await call<{ result: Alert[] }>('GET', '/api/v1/alerts?sort=title')).body.result
  }
  return {
    open: (path: string) => openConsole(server, token, path),
    read: async <Row>(path: string) => (await call<{ result: Row }>('GET', `/api/v1/${path}`)).body.result,
    remove: (path: string) => call('DELETE', `/api/v1/${path}`),
    move: (alert: Pick<Alert, 'id'>, move: string, body: object = {}) =>
      call('POST', `/api/v1/alerts/${alert.id}/${move}`, { body }),
    addRule,
    addChannel: (changes: Partial<NotificationChannelDraft> = {}) =>
      register<NotificationChannel>('notification_channels', {
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
