import { accountPaths } from '../../../contract/account'
import { factorPaths } from '../../../contract/factors'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { sessionPaths } from '../../../contract/session'
import { adminEmail } from '../../product'
import { freePort } from '../../freePort'
import type { Campaign, Run } from '../campaign'
import { namedBy, requestOf, type Maker } from '../fuzz/requests'
import { clientOf, exchangeText, jsonRequest, type ProbeRequest, type Client } from '../http'
import { createKnown, type Known } from '../known'
import { documentOf, operationsOf, type Document, type Operation } from '../operations'
import { failuresIn, openStage, resultOf, signIn } from '../stage'
import { bearerOf } from './accounts'
import { cellFault, controlFault, setUpFault } from './judge'
import { credentialsOf, type Credential } from './credentials'

/** Concurrent requests. */
const AT_ONCE = 8

export const matrix: Campaign = {
  name: 'matrix',
  about: 'Every operation of the OpenAPI document by every credential that is none, and by one that is.',
  goal: 'every operation × 46 credentials or more, no 2xx on what is not public.',
  engines: ['pglite', 'postgres'],
  async run(run) {
    const stage = await openStage(run)
    const port = await freePort()
    const env = { FROND_REGISTRATION: 'open', PUBLIC_URL: `http://localhost:${port}` }
    const product = await stage.start(env, port)
    const client = clientOf(product.origin, AT_ONCE)
    run.later(async () => client.stop())
    const { token: admin } = await signIn(client)
    const known = createKnown(client, adminEmail)
    await known.refresh(admin)
    const document = await documentOf(client)
    const subject = { client, known, document, operations: operationsOf(document) }
    const credentials = await credentialsOf(client, known, admin)
    const pending = await bearerOf(client, 'pending')
    const cells = await judgeCells(run, subject, credentials)
    const controls = await judgeControls(run, subject, admin)
    for (const line of failuresIn(product.output())) run.findings.add('a failure in the log', 'the server', line)
    await product.stop()
    await stage.start({ ...env, FROND_SECOND_FACTOR: 'required' }, port)
    const setUps = await judgeSetUps(run, subject, pending)
    const open = subject.operations.filter(({ audience }) => audience === 'everybody').length
    return {
      operations: subject.operations.length,
      'of them public': open,
      credentials: credentials.length + 1,
      cells: cells + setUps,
      'controls with a right credential': controls,
    }
  },
}

interface Subject {
  readonly client: Client
  readonly known: Known
  readonly document: Document
  readonly operations: readonly Operation[]
}

/** Makes requests that are valid except for their credential. */
function makerOf({ dice }: Run, { known, document }: Subject): Maker {
  const named = namedBy(dice, known)
  return { dice, known, schemas: document.components.schemas, named, hostility: 0, bearerFor: () => undefined }
}

async function judgeCells(run: Run, subject: Subject, credentials: readonly Credential[]): Promise<number> {
  const { findings } = run
  const maker = makerOf(run, subject)
  let cells = 0
  for (const credential of credentials) {
    await each(run, subject.operations, async (operation) => {
      const request = credential.onto(requestOf(operation, maker))
      const answer = await subject.client.ask(request)
      cells += 1
      const fault = cellFault(operation, credential, answer)
      if (fault !== null) findings.add(`${credential.name}: ${fault}`, operation.name, exchangeText(request, answer))
    })
    run.say(`  ${credential.name}`)
  }
  return cells
}

/** Sends every operation with a valid credential; those that end the session come last. */
async function judgeControls(run: Run, subject: Subject, admin: string): Promise<number> {
  const { client, known, operations } = subject
  const maker = makerOf(run, subject)
  const [gateway] = known.rowsNamed('Gateway')
  let controls = 0
  const ending = [sessionPaths.signOut, sessionPaths.refresh] as readonly string[]
  const ofSession = (one: Operation): boolean => ending.includes(one.template)
  const ask = async (operation: Operation, token: string): Promise<void> => {
    const request: ProbeRequest = requestOf(operation, { ...maker, bearerFor: () => token })
    const answer = await client.ask(request)
    controls += 1
    const fault = controlFault(operation, answer)
    if (fault !== null) findings.add(fault, operation.name, exchangeText(request, answer))
  }
  const { findings } = run
  await each(
    run,
    operations.filter((one) => one.audience === 'administrators' && !ofSession(one)),
    (one) => ask(one, admin),
  )
  const { token } = await signIn(client)
  const { key } = await resultOf<{ key: string }>(client, jsonRequest('POST', gatewayKeyPath(gateway?.id ?? ''), { token }))
  await each(
    run,
    operations.filter((one) => one.audience === 'gateways'),
    (one) => ask(one, key),
  )
  for (const operation of operations.filter(ofSession)) await ask(operation, (await signIn(client)).token)
  return controls
}

/** Sends every operation as an account without a second factor, to a server that requires one. */
async function judgeSetUps(run: Run, subject: Subject, token: string): Promise<number> {
  const maker = makerOf(run, subject)
  let cells = 0
  const last = (one: Operation): boolean => /auth\/(refresh_token|sign_out)$/.test(one.template)
  for (const operation of [...subject.operations.filter((one) => !last(one)), ...subject.operations.filter(last)]) {
    const request = requestOf(operation, { ...maker, bearerFor: () => token })
    const answer = await subject.client.ask(request)
    cells += 1
    const isSetUp = operation.template === accountPaths.account || operation.template.startsWith(factorPaths.list)
    const fault = setUpFault(operation, isSetUp, answer)
    if (fault !== null)
      run.findings.add(`no second factor where one is required: ${fault}`, operation.name, exchangeText(request, answer))
  }
  return cells
}

async function each(run: Run, operations: readonly Operation[], work: (operation: Operation) => Promise<void>): Promise<void> {
  const remaining = [...operations]
  const worker = async (): Promise<void> => {
    for (let next = remaining.shift(); next !== undefined && !run.isOver(); next = remaining.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
