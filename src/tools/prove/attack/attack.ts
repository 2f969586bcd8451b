import { factorPaths } from '../../../contract/factors'
import { sessionPaths } from '../../../contract/session'
import type { Campaign, Figures, Run } from '../campaign'
import { clientOf, jsonRequest, type ProbeResponse, type ProbeRequest, type Client } from '../http'
import { bearerOf, PASSWORD, register, waitingSecondStep } from '../matrix/accounts'
import { failuresIn, openStage, signIn } from '../stage'
import { answerFaults, budgetFaults, timeFault } from './judge'

const AT_ONCE = 8
const WRONG = 'this is not the password'

export const attack: Campaign = {
  name: 'attack',
  about:
    'Guesses of passwords and codes from many addresses on many accounts, floods of mails and accounts, and attempts to learn who has one.',
  goal: 'no budget is exceeded, no owner is locked out, and neither answer nor time tells who has an account.',
  engines: ['pglite', 'postgres'],
  async run(run) {
    const stage = await openStage(run)
    const product = await stage.start({ FROND_REGISTRATION: 'open', TRUSTED_PROXIES: '127.0.0.1' })
    const client = clientOf(product.origin, AT_ONCE)
    run.later(async () => client.stop())
    const figures: Record<string, number> = {}
    const attacker = attackerOn(client)
    for (const [name, work] of Object.entries(waves)) {
      if (run.isOver()) break
      figures[name] = await work(run, attacker)
      run.say(`  ${name}: ${figures[name]} tries`)
    }
    for (const line of failuresIn(product.output())) run.findings.add('a failure in the log', 'the server', line)
    await product.stop()
    if (!run.isOver()) figures['addresses made up'] = await madeUpAddresses(run)
    return figures satisfies Figures
  },
}

/** A client that sends from whatever address it likes. */
interface Attacker {
  readonly client: Client
  ask(from: string, path: string, body: object): Promise<ProbeResponse>
}

function attackerOn(client: Client): Attacker {
  return { client, ask: (from, path, body) => client.ask(fromAddress(jsonRequest('POST', path, { body }), from)) }
}

function fromAddress(request: ProbeRequest, from: string): ProbeRequest {
  return { ...request, headers: { ...request.headers, 'x-forwarded-for': from } }
}

const guess = (email: string, password = WRONG) => ({ email, password, role: 'admin' })

/** Sends `count` guesses, several at once; returns the answers in the order of their arrival. */
async function guesses(count: number, one: (at: number) => Promise<ProbeResponse>): Promise<ProbeResponse[]> {
  const answers: ProbeResponse[] = []
  let at = 0
  const worker = async (): Promise<void> => {
    while (at < count) answers.push(await one((at += 1)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

function tell({ findings }: Run, where: string, faults: readonly string[], answers: readonly ProbeResponse[]): void {
  for (const fault of faults)
    findings.add(fault, where, answers.map(({ status, body }) => `${status} ${body.toString()}`).join('\n'))
}

/** Requires the answer that the account's owner must get, whatever the attack. */
function mustBe({ findings }: Run, where: string, status: number, answer: ProbeResponse): void {
  if (answer.status !== status) findings.add(`the owner was answered ${answer.status}`, where, answer.body.toString())
}

type Wave = (run: Run, attacker: Attacker) => Promise<number>

const waves: Readonly<Record<string, Wave>> = {
  async 'one client on one account'(run, { client, ask }) {
    const email = await register(client, 'alder')
    const answers = await guesses(15, () => ask('192.0.2.1', sessionPaths.signIn, guess(email)))
    tell(run, 'one client on one account', budgetFaults(answers, 5), answers)
    mustBe(
      run,
      'the right password, from the client that guessed',
      429,
      await ask('192.0.2.1', sessionPaths.signIn, guess(email, PASSWORD)),
    )
    mustBe(run, 'the right password, from elsewhere', 200, await ask('198.51.100.9', sessionPaths.signIn, guess(email, PASSWORD)))
    return answers.length
  },
  async 'many addresses on one account'(run, { client, ask }) {
    const email = await register(client, 'birch')
    const owner = await signIn(client, { email, password: PASSWORD })
    const answers = await guesses(40, (at) => ask(`11.${at}.0.1`, sessionPaths.signIn, guess(email)))
    tell(run, 'many addresses on one account', budgetFaults(answers, 20), answers)
    const known = await ask('11.99.0.1', sessionPaths.signIn, { ...guess(email, PASSWORD), device: owner.device })
    mustBe(run, 'a device that has signed in before', 200, known)
    mustBe(run, 'a session that lives', 200, await client.ask(jsonRequest('GET', '/api/v1/account', { token: owner.token })))
    return answers.length
  },
  async 'one range on many accounts'(run, { ask }) {
    const answers = await guesses(80, (at) => ask(`12.0.0.${at}`, sessionPaths.signIn, guess(`nobody-${at}@example.com`)))
    tell(run, 'one range on many accounts', budgetFaults(answers, 50), answers)
    return answers.length
  },
  async 'codes of a second step'(run, { client, ask }) {
    await waitingSecondStep(client, 'cedar')
    const answers: ProbeResponse[] = []
    for (let at = 1; at <= 16; at += 1) {
      const first = await ask(`13.${at}.0.1`, sessionPaths.signIn, guess('cedar@example.com', PASSWORD))
      const { secondFactor } = JSON.parse(first.body.toString()) as { secondFactor?: { challenge: string } }
      const code = String(run.dice.whole(1e6)).padStart(6, '0')
      if (secondFactor === undefined) answers.push(first)
      else answers.push(await ask(`13.${at}.0.1`, factorPaths.secondFactor, { challenge: secondFactor.challenge, code }))
    }
    tell(run, 'codes of a second step', budgetFaults(answers, 10), answers)
    return answers.length
  },
  async 'reset mails for one address'(run, { client, ask }) {
    const email = await register(client, 'dogwood')
    const answers = await guesses(30, (at) => ask(`14.${at}.0.1`, sessionPaths.forgotPassword, { email }))
    const list = (await client.ask(jsonRequest('GET', '/dev/mail'))).body.toString()
    const mails = list.split('<li>').filter((one) => one.includes(email) && one.includes('Reset your password')).length
    const detail = `${mails} mails after ${answers.length} requests`
    if (mails < 1 || mails > 3) run.findings.add('not one to three mails', 'reset mails for one address', detail)
    return answers.length
  },
  async 'reset mails for many addresses'(run, { ask }) {
    const answers = await guesses(40, (at) =>
      ask(`15.0.0.${at}`, sessionPaths.forgotPassword, { email: `mail-${at}@example.com` }),
    )
    const successes = answers.filter(({ status }) => status === 200).length
    if (successes > 20)
      run.findings.add('more than 20 from one range', 'reset mails for many addresses', `${successes} of ${answers.length}`)
    return answers.length
  },
  async 'accounts by answer'(run, { client, ask }) {
    await bearerOf(client, 'elder')
    const cases = [
      [sessionPaths.signIn, (email: string) => guess(email)],
      [sessionPaths.forgotPassword, (email: string) => ({ email })],
      [sessionPaths.confirmation, (email: string) => ({ email })],
    ] as const
    for (const [at, [path, bodyOf]] of cases.entries()) {
      const known = await ask(`16.${at}.0.1`, path, bodyOf('elder@example.com'))
      const unknown = await ask(`16.${at}.1.1`, path, bodyOf('unknown@example.com'))
      tell(run, `accounts by answer: ${path}`, answerFaults(known, unknown), [known, unknown])
    }
    return cases.length * 2
  },
  async 'accounts by time'(run, { client, ask }) {
    const emails = await Promise.all([1, 2].map((at) => register(client, `fir-${at}`)))
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let at = 0; at < 36; at += 1) {
      const email = emails[at % emails.length] ?? ''
      times.known.push((await ask(`17.${at}.0.1`, sessionPaths.signIn, guess(email))).ms)
      times.unknown.push((await ask(`17.${at}.1.1`, sessionPaths.signIn, guess(`no-${at}@example.com`))).ms)
    }
    const fault = timeFault(times.known, times.unknown)
    if (fault !== null) run.findings.add('time tells who has an account', sessionPaths.signIn, fault)
    return 72
  },
  async registrations(run, { ask }) {
    const answers = await guesses(120, (at) => {
      const person = { firstName: 'Flood', fullname: 'Flood', email: `flood-${at}@example.com` }
      return ask(`18.0.0.${at}`, sessionPaths.signUp, { ...person, password: PASSWORD, password_confirmation: PASSWORD })
    })
    const created = answers.filter(({ status }) => status === 201).length
    if (created > 100)
      run.findings.add('more than 100 accounts from one range', 'registrations', `${created} of ${answers.length}`)
    return answers.length
  },
  async 'many addresses on many accounts'(run, { ask }) {
    const answers = await guesses(520, (at) =>
      ask(`19.${at % 250}.${Math.floor(at / 250)}.1`, sessionPaths.signIn, guess(`any-${at}@example.com`)),
    )
    tell(run, 'many addresses on many accounts', budgetFaults(answers, 500), answers.slice(-5))
    if (answers.every(({ status }) => status !== 429))
      run.findings.add('no end to it', 'many addresses on many accounts', `${answers.length} tries`)
    return answers.length
  },
}

/** Where no proxy is trusted, an address in the client's own headers must change nothing. */
async function madeUpAddresses(run: Run): Promise<number> {
  const stage = await openStage(run)
  const product = await stage.start({ FROND_REGISTRATION: 'open' })
  const client = clientOf(product.origin, AT_ONCE)
  const email = await register(client, 'ginkgo')
  const { ask } = attackerOn(client)
  const answers = await guesses(12, (at) => ask(`20.${at}.0.1`, sessionPaths.signIn, guess(email)))
  tell(run, 'addresses made up', budgetFaults(answers, 5), answers)
  client.stop()
  await product.stop()
  return answers.length
}
