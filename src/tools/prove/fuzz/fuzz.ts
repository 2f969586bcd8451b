import { accountPaths } from '../../../contract/account'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { adminEmail } from '../../product'
import { freePort } from '../../freePort'
import type { Campaign, Figures, Run } from '../campaign'
import { diceOf } from '../dice'
import { clientOf, exchangeText, jsonRequest, type ProbeResponse, type ProbeRequest, type Client } from '../http'
import { createKnown, type Known } from '../known'
import { documentOf, operationsOf, type Operation } from '../operations'
import { failuresIn, openStage, resultOf, signIn, type SignedIn } from '../stage'
import { createJudge, judgedBy, type Judge } from './judge'
import { namedBy, requestOf, type Maker } from './requests'

const WHOLE = 100_000
/** Concurrent requests. */
const AT_ONCE = 8
/** Requests after which the lists are read again. */
const REFRESH = 2000
/** Requests before a new database replaces the old one, so that lists stay as long as real ones. */
const ROUND = 25_000
const HOSTILITY = 0.45

export const fuzz: Campaign = {
  name: 'fuzz',
  about: 'Requests made of the OpenAPI document, right and wrong ones; every answer is judged by its schema.',
  goal: `${WHOLE} requests on each engine, no 5xx except 503 not_configured, no answer off its schema.`,
  engines: ['pglite', 'postgres'],
  async run(run): Promise<Figures> {
    const counts = { requests: 0, operations: 0 }
    const statuses = new Map<number, number>()
    const reached = new Set<string>()
    while (counts.requests < WHOLE && !run.isOver()) {
      const round = await openRound(run, counts.requests)
      counts.operations = round.operations.length
      const end = Math.min(WHOLE, counts.requests + ROUND)
      const note = (operation: Operation, { status }: ProbeResponse): void => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status < 300) reached.add(operation.name)
      }
      while (counts.requests < end && !run.isOver()) {
        const some = Math.min(REFRESH, end - counts.requests)
        counts.requests += await send(run, round, some, note)
        await round.refresh()
        run.say(`  ${counts.requests} requests, ${reached.size} of ${counts.operations} operations reached`)
      }
      await round.close()
    }
    const counted = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`)
    return { ...counts, 'operations answered 2xx': reached.size, answers: counted.join(' ') }
  },
}

/** A product with demo rows, and what is needed to send it requests. */
interface Round {
  readonly client: Client
  readonly operations: readonly Operation[]
  readonly judge: Judge
  readonly maker: Maker
  /** Refetches the rows. */
  refresh(): Promise<void>
  /** Signs in again when the session has ended; of several concurrent calls one does. */
  revive(): Promise<void>
  close(): Promise<void>
}

async function openRound(run: Run, at: number): Promise<Round> {
  const { findings } = run
  const stage = await openStage(run)
  const port = await freePort()
  // Passkeys are bound to a host name, so localhost instead of 127.0.0.1.
  const product = await stage.start({ FROND_REGISTRATION: 'open', PUBLIC_URL: `http://localhost:${port}` }, port)
  const client = clientOf(product.origin, AT_ONCE)
  const document = await documentOf(client)
  const dice = diceOf(run.seed + at)
  const known = createKnown(client, adminEmail)
  let session = await signIn(client)
  await known.refresh(session.token)
  let key = await gatewayKey(client, known, session)
  let reviving: Promise<void> | null = null
  async function signInAgain(): Promise<void> {
    const { status } = await client.ask(jsonRequest('GET', accountPaths.account, { token: session.token }))
    if (status !== 200) session = await signIn(client, { device: session.device })
  }
  const revive = (): Promise<void> => (reviving ??= signInAgain().finally(() => (reviving = null)))
  const maker: Maker = {
    dice,
    known,
    schemas: document.components.schemas,
    named: namedBy(dice, known),
    hostility: HOSTILITY,
    bearerFor: ({ audience }) => (audience === 'everybody' ? undefined : audience === 'gateways' ? key : session.token),
  }
  return {
    client,
    operations: operationsOf(document),
    judge: createJudge(document),
    maker,
    async refresh() {
      await revive()
      await known.refresh(session.token)
      key = await gatewayKey(client, known, session)
    },
    revive,
    async close() {
      client.stop()
      for (const line of failuresIn(product.output())) findings.add('a failure in the log', logWords(line), line)
      if (product.output().includes('Frond ended')) findings.add('the server ended', 'the process', product.output())
      await product.stop()
      await stage.cluster?.pause()
    },
  }
}

async function gatewayKey(client: Client, known: Known, { token }: SignedIn): Promise<string> {
  const [gateway] = known.rowsNamed('Gateway')
  if (gateway === undefined) return 'none'
  const request = jsonRequest('POST', gatewayKeyPath(gateway.id), { token })
  return resultOf<{ key: string }>(client, request).then(
    ({ key }) => key,
    () => 'none',
  )
}

/** The words of a log entry that are the same each time. */
function logWords(line: string): string {
  const words = /"message":"([^"]{0,120})/.exec(line) ?? /"msg":"([^"]{0,120})/.exec(line)
  return (words?.[1] ?? line.slice(0, 120)).replaceAll(/[\da-f-]{36}|\d+/g, '…')
}

/** Sends `count` requests; returns how many. */
async function send(
  run: Run,
  { client, operations, judge, maker, revive }: Round,
  count: number,
  note: (operation: Operation, answer: ProbeResponse) => void,
): Promise<number> {
  let remaining = count
  const worker = async (): Promise<void> => {
    while (remaining > 0 && !run.isOver()) {
      remaining -= 1
      const operation = maker.dice.pick(operations)
      const request = requestOf(operation, maker)
      const status = await sendOne(run, { client, judge, operations }, { operation, request, note })
      if (status === 401 && operation.audience === 'administrators') await revive()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return count - remaining
}

async function sendOne(
  { findings }: Run,
  { client, judge, operations }: Pick<Round, 'client' | 'judge' | 'operations'>,
  {
    operation,
    request,
    note,
  }: { operation: Operation; request: ProbeRequest; note: (operation: Operation, answer: ProbeResponse) => void },
): Promise<number> {
  let answer: ProbeResponse | null = null
  try {
    answer = await client.ask(request)
    note(operation, answer)
    for (const fault of judge(judgedBy(operations, operation, request.method), answer))
      findings.add(fault, operation.name, exchangeText(request, answer))
  } catch (error) {
    findings.add(`no answer: ${String(error)}`, operation.name, exchangeText(request, answer))
  }
  return answer?.status ?? 0
}
