import { setTimeout as sleep } from 'node:timers/promises'
import { exchangeText, clientOf, type Client } from '../prove/http'
import type { Findings } from '../prove/findings'

/** Milliseconds between two readiness checks; a process that ends reports not ready two seconds before. */
const LOOK_MS = 100

/** A client that sends requests to the ready processes in turn. It never repeats a request. */
export interface Balancer extends Client {
  add(origin: string): Promise<void>
  /** Requests answered so far. */
  responses(): number
}

/** Creates a balancer. An answer from 500 on, or a missing one, becomes a finding. */
export function createBalancer(findings: Findings): Balancer {
  const targets: { readonly origin: string; readonly client: Client; isReady: boolean }[] = []
  const ending = new AbortController()
  let turn = 0
  let responses = 0

  async function look(target: (typeof targets)[number]): Promise<void> {
    // A process that does not answer is not ready.
    target.isReady = (await fetch(`${target.origin}/readyz`).catch(() => null))?.ok === true
  }
  async function watch(target: (typeof targets)[number]): Promise<void> {
    while (!ending.signal.aborted) {
      await sleep(LOOK_MS)
      await look(target)
    }
  }
  return {
    async add(origin) {
      const target = { origin, client: clientOf(origin, 8), isReady: false }
      await look(target)
      targets.push(target)
      void watch(target)
    },
    async ask(request) {
      const ready = targets.filter(({ isReady }) => isReady)
      const target = ready[(turn += 1) % ready.length]
      const where = `${request.method} ${request.path.split('?')[0]}`
      if (target === undefined) {
        findings.add('no process was ready', where, exchangeText(request, null))
        await sleep(LOOK_MS)
        throw new Error('No process is ready')
      }
      const answer = await target.client.ask(request).catch((error: unknown) => {
        findings.add('a request was not answered', where, `${String(error)}\n${exchangeText(request, null)}`)
        throw error
      })
      responses += 1
      if (answer.status >= 500) findings.add('a request failed', where, exchangeText(request, answer))
      return answer
    },
    responses: () => responses,
    stop() {
      ending.abort()
      for (const { client } of targets) client.stop()
    },
  }
}
