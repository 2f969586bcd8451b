import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { authMachine } from '../../../machines/authMachine'
import { open as openRecorder } from '../../../src/app/inspector/recorder'
import type { Entry, InspectorMessage } from '../../../src/app/inspector/messages'
import { createAir } from './channel'

/** What no message of the inspector may contain. */
export const MARK = 'Zecret'
/** A value that must not leave its page; the field tells where it came from. */
export const marked = (field: string) => `${MARK}-${field}`

/** Opens a page whose session gets the test's answers, and the other end of its channel. */
export function openPage(answers: Record<string, () => Promise<unknown>> = {}, listens = true) {
  const air = createAir()
  const channel = air.open()
  const ear = air.open()
  const received: InspectorMessage[] = []
  ear.addEventListener('message', ({ data }: MessageEvent<InspectorMessage>) => received.push(data))
  const window = Object.assign(new EventTarget(), { document: { title: 'Sign in · Frond' } }) as unknown as Window
  const inspect = openRecorder({ channel, clock: { now: () => 1_000 }, window, listens })
  const never = () => new Promise<unknown>(() => {})
  const actors = Object.fromEntries(
    ['signIn', 'signUp', 'socialSignIn', 'forgotPassword', 'refresh'].map((id) => [
      id,
      fromPromise<never, never>((answers[id] as never) ?? never),
    ]),
  )
  const clock = new SimulatedClock()
  const actor = createActor(authMachine.provide({ actors }), { clock, inspect })
  const past = () => {
    const from = received.length
    ear.postMessage({ type: 'hello', again: false } satisfies InspectorMessage)
    return received.slice(from).flatMap((message) => (message.type === 'steps' ? message : []))
  }
  const info = () => past()[0]?.actor ?? { id: '', machine: '', page: '', title: '', openedAt: 0, listens: false }
  return {
    air,
    ear,
    received,
    actor,
    clock,
    window,
    inspect,
    past,
    info,
    entries: (): readonly Entry[] => past()[0]?.entries ?? [],
  }
}
