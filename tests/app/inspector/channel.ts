import type { InspectorMessage } from '../../../src/app/inspector/messages'

/** Creates a BroadcastChannel between the pages of a test: the other ends receive a copy of each message at once. */
export function createAir() {
  const ends = new Set<EventTarget>()
  const said: InspectorMessage[] = []

  function open(): BroadcastChannel {
    const end = new EventTarget()
    ends.add(end)
    const postMessage = (message: InspectorMessage) => {
      const data = structuredClone(message)
      said.push(data)
      for (const other of ends) if (other !== end) other.dispatchEvent(new MessageEvent('message', { data }))
    }
    return Object.assign(end, { postMessage, close: () => ends.delete(end) }) as unknown as BroadcastChannel
  }
  return { open, said: said as readonly InspectorMessage[] }
}
