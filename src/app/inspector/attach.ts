import type { InspectionEvent } from 'xstate'
import type { Clock } from '../../auth/ports'
import { createRecorder } from './recorder'
import { CHANNEL } from './wire'

/** Where the inspector is. */
const INSPECTOR_PATH = '/inspector'

/**
 * Loaded only where the server has the inspector on. Makes this page the inspector, if that is what its address says, and answers null:
 * no session begins in it. Else answers what records the session of this page.
 */
export async function attach(
  window: Window & typeof globalThis,
  clock: Clock,
  mode: string,
  path: string,
): Promise<((event: InspectionEvent) => void) | null> {
  const { document } = window
  const channel = new window.BroadcastChannel(CHANNEL)
  if (path.replace(/\/+$/, '') === INSPECTOR_PATH) {
    const { openInspector } = await import('./Inspector')
    openInspector({ document, channel, clock, copy: (text) => window.navigator.clipboard.writeText(text) })
    return null
  }
  const { inspect, close } = createRecorder({ channel, now: clock.now, title: () => document.title, listens: mode === 'send' })
  window.addEventListener('pagehide', close)
  return inspect
}
