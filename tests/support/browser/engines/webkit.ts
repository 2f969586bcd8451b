import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { vi } from 'vitest'
import { freePort } from '../../../../src/tools/freePort'
import { PATIENCE_MS, selectors, size, type EngineWindow, type Key, type Kind } from './engine'
import { startSession, type WebDriver } from './webDriver'

/** WebDriver's codes of keys that write no text. */
const codes: Readonly<Record<Exclude<Key, 'k'>, string>> = { Control: '\uE009', Enter: '\uE007', Escape: '\uE00C' }

/**
 * Opens a window of WebKitGTK's MiniBrowser, on a virtual display of its own. `locale`, which every system has, decides its language: `C`
 * becomes en-US, `C.UTF-8` the word C, which is no language tag.
 */
export async function openWebKit(locale: 'C' | 'C.UTF-8' = 'C'): Promise<EngineWindow> {
  const stops: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const { display, screen } = await startScreen()
    stops.push(() => end(screen))
    const port = await freePort()
    const driver = spawn(process.env['WEBKIT_DRIVER'] ?? '/usr/bin/WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, LC_ALL: locale },
    })
    stops.push(() => end(driver))
    const session = await startSession(`http://127.0.0.1:${port}`, driver)
    stops.push(() => session.call('DELETE', ''))
    const window = windowOf(session)
    await window.resize(size.width, size.height)
    return { ...window, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a virtual display, as large as the largest window. */
async function startScreen(): Promise<{ readonly display: string; readonly screen: ChildProcess }> {
  const screen = spawn(
    process.env['XVFB'] ?? '/usr/bin/Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const displayPipe = screen.stdio[3]
  if (displayPipe == null) throw new Error('Xvfb has no pipe to tell its display by')
  const [number] = (await Promise.race([
    once(displayPipe, 'data'),
    once(screen, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`))),
  ])) as [Buffer]
  return { display: `:${number.toString().trim()}`, screen }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

function windowOf(session: WebDriver): Omit<EngineWindow, 'close'> {
  const { call } = session
  const evaluate = (expression: string) => call('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  const on = <T>(kind: Kind, name: string, act: (element: string) => Promise<T>) =>
    vi.waitFor(async () => act(await find(session, kind, name)), { timeout: PATIENCE_MS, interval: 100 })
  return {
    async resize(width, height) {
      await call('POST', '/window/rect', { x: 0, y: 0, width, height })
    },
    async open(address) {
      await call('POST', '/url', { url: address })
      await evaluate(listening)
    },
    see: (kind, name) =>
      on(kind, name, async (element) => {
        if ((await call('GET', `${element}/displayed`)) !== true) throw new Error(`The ${kind} “${name}” is not seen`)
      }),
    async click(kind, name) {
      await on(kind, name, (element) => call('POST', `${element}/click`, {}))
    },
    async fill(field, text) {
      await on('field', field, async (element) => {
        await call('POST', `${element}/clear`, {})
        await call('POST', `${element}/value`, { text })
      })
    },
    async choose(field, value) {
      await on('field', field, async (element) => {
        const [option] = await session.all(`option[value="${value}"]`, element)
        if (option === undefined) throw new Error(`The field “${field}” has no option ${value}`)
        await call('POST', `${option}/click`, {})
      })
    },
    async press(...keys) {
      const strokes = keys.map((key) => (key === 'k' ? key : codes[key]))
      const actions = [
        ...strokes.map((value) => ({ type: 'keyDown', value })),
        ...strokes.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    evaluate,
    async photograph(path) {
      writeFileSync(path, Buffer.from(String(await call('GET', '/screenshot')), 'base64'))
    },
    async errors() {
      const errors = await evaluate('window.frondTestErrors')
      if (!Array.isArray(errors)) throw new Error('The page was reloaded: its reports are gone')
      return errors.map(String)
    },
  }
}

/** Finds the first element of this kind and name; rejects when there is none. */
async function find({ call, all }: WebDriver, kind: Kind, name: string): Promise<string> {
  for (const element of await all(selectors[kind])) {
    // A hidden element has no name: the driver answers an error.
    const label = await call('GET', `${element}/computedlabel`).catch(() => null)
    if (label !== name) continue
    if (kind === 'field' || (await call('GET', `${element}/computedrole`)) === kind) return element
  }
  throw new Error(`There is no ${kind} “${name}”`)
}

/**
 * Script that collects the page's errors, which WebDriver does not report: errors thrown, as the other engines report them, but not the
 * notice about a delayed ResizeObserver, which has no error.
 */
const listening = `(() => {
  const errors = (window.frondTestErrors = [])
  addEventListener('error', (event) => event.error != null && errors.push(event.message))
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)))
  addEventListener('securitypolicyviolation', (event) => errors.push(event.effectiveDirective + ' refused ' + event.blockedURI))
  const { error } = console
  console.error = (...words) => {
    errors.push(words.join(' '))
    error(...words)
  }
})()`
