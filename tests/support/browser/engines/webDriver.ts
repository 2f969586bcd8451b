import type { ChildProcess } from 'node:child_process'
import { vi } from 'vitest'
import { PATIENCE_MS } from './engine'

/** A session of a WebDriver program. https://www.w3.org/TR/webdriver2/ */
export interface WebDriver {
  /** Sends a command of the session; returns the answer's value. Rejects with the driver's message when it answers an error. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
  /** Returns the paths of the elements that a CSS selector finds, in the page or in one of its elements. */
  all(selector: string, within?: string): Promise<readonly string[]>
}

/** The protocol's key for an element's id. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts a session once the driver, a child process, listens at `origin`. */
export async function startSession(origin: string, driver: ChildProcess): Promise<WebDriver> {
  await vi.waitFor(
    async () => {
      if (driver.exitCode === null) await send(origin, 'GET', '/status')
    },
    { timeout: PATIENCE_MS, interval: 50 },
  )
  if (driver.exitCode !== null) throw new Error(`The WebDriver program ended with ${driver.exitCode}`)
  const { sessionId } = (await send(origin, 'POST', '/session', { capabilities: {} })) as { readonly sessionId: string }
  const call: WebDriver['call'] = (method, path, body) => send(`${origin}/session/${sessionId}`, method, path, body)
  return {
    call,
    async all(selector, within = '') {
      const found = await call('POST', `${within}/elements`, { using: 'css selector', value: selector })
      return (found as Readonly<Record<string, string>>[]).map((element) => `/element/${element[ELEMENT]}`)
    },
  }
}

async function send(origin: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}
