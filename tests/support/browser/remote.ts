import { beforeAll } from 'vitest'
import { adminEmail, adminPassword } from '../../../src/tools/product'
import { standIn } from '../standIn'
import { demo } from './demo'

/** The running product's API, called from outside the browser: to create rows for a test, or to act as another user. */
export interface Remote {
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Answer }>
  /** Creates a row and returns it. */
  create(area: 'gateways' | 'sensors', fields: object): Promise<Row>
}

export interface Row {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly [field: string]: unknown
}

/** The parts that an answer may have. */
interface Answer {
  readonly result?: unknown
  readonly meta?: { readonly total: number }
  readonly message?: string
}

let made = 0

/** An administrator who signs in outside the browser before the tests of a file. */
export function remoteOnce(): Remote {
  let remote: Remote | null = null
  beforeAll(async () => {
    remote = await signInRemotely()
  })
  return standIn(() => remote)
}

/** Signs in the administrator outside the browser, with a separate session. */
export async function signInRemotely(): Promise<Remote> {
  const { origin } = await demo()
  const send = async (method: string, path: string, body: object | undefined, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Answer) }
  }
  const login = await send('POST', '/users/login', { email: adminEmail, password: adminPassword, role: 'admin' }, {})
  const { token } = login.body.result as { token: string }
  const call: Remote['call'] = (method, path, body, headers = {}) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  const { body } = await call('GET', '/gateway_hardwares?pageSize=200')
  const hardware = (body.result as Row[]).find((row) => row['status'] === 'active')

  return {
    call,
    async create(area, fields) {
      const credentials =
        area === 'gateways'
          ? { serialNumber: newName('GW'), hardwareId: hardware?.id, updateChannel: 'stable', tags: [] }
          : sensor
      const { status, body: answer } = await call('POST', `/${area}/register`, {
        name: newName('Fern'),
        eui: newEui(),
        reportingIntervalS: 30,
        ...credentials,
        ...fields,
      })
      if (status !== 201) throw new Error(`POST ${area} answered ${status}: ${answer.message}`)
      return answer.result as Row
    },
  }
}

const sensor = { externalPower: false, moistureCalibrated: false }

/** Makes a name that no other row of the run has. */
export function newName(word: string): string {
  made += 1
  return `${word} ${process.pid}-${made}`
}

/** Makes an EUI-64 that no other row of the run has. */
export function newEui(): string {
  made += 1
  return `70B3D5${process.pid.toString(16).padStart(6, '0').slice(-6)}${made.toString(16).padStart(4, '0')}`.toUpperCase()
}
