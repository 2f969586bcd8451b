// Runs inside a measured page. `watch` resolves once a condition holds and the frame that shows it has been rendered.

/**
 * A condition to wait for: at least `min` visible elements; optionally on a path, once the text of another element has changed, or once
 * React has hydrated the element.
 */
export interface Want {
  readonly selector: string
  readonly min?: number
  readonly path?: string
  /** Selector of an element whose text must differ from `before`. */
  readonly changed?: string
  readonly before?: string | null
  readonly hydrated?: boolean
}

/** The start of a measured step: the navigation's start, now, or the next press of a key or the mouse. */
export type Since = 'navigation' | 'now' | 'press'

/** The start of a step by the page's clock, and its duration in ms. */
export interface Watched {
  readonly from: number
  readonly ms: number
}

/** What a page observed since a moment: ms of blocking, ms of the worst interaction, layout shift, and the time of its first paint. */
export interface Seen {
  readonly blocking: number
  readonly interaction: number
  readonly shift: number
  readonly firstPaint: number | null
}

/** The frames of a while: ms of the longest, and how many took longer than 50 ms. */
export interface Frames {
  readonly longest: number
  readonly slow: number
}

interface Probe {
  watch(want: Want, since: Since): Promise<Watched>
  seen(from: number): Seen
  /** Times the frames of the next `ms`. */
  frames(ms: number): Promise<Frames>
  /** Long tasks: start and length, ms. */
  readonly tasks: readonly (readonly [number, number])[]
}

declare global {
  var frondProbe: Probe
  var frondWatch: Promise<Watched>
}

/** Passed to the page as text, before any of its own scripts. */
export function probe(): void {
  const tasks: [number, number][] = []
  const shifts: [number, number][] = []
  const interactions: [number, number][] = []
  const observe = <Entry extends PerformanceEntry>(
    type: string,
    take: (entry: Entry) => void,
    options?: PerformanceObserverInit,
  ): void => {
    try {
      new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(take)).observe({
        type,
        buffered: true,
        ...options,
      })
    } catch {
      // Not every browser has this kind of entry.
    }
  }
  observe('longtask', (entry) => void tasks.push([entry.startTime, entry.duration]))
  observe('layout-shift', (entry: PerformanceEntry & { hadRecentInput: boolean; value: number }) => {
    if (!entry.hadRecentInput) shifts.push([entry.startTime, entry.value])
  })
  observe(
    'event',
    (entry: PerformanceEventTiming & { interactionId: number }) => {
      if (entry.interactionId > 0) interactions.push([entry.startTime, entry.duration])
    },
    // Of the interface, but not of its declaration.
    { durationThreshold: 16 } as PerformanceObserverInit,
  )

  const shown = (element: Element) => element.getClientRects().length > 0
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? null
  const holds = ({ selector, min = 1, path, changed, before, hydrated = false }: Want): boolean => {
    if (path !== undefined && location.pathname !== path) return false
    if (changed !== undefined && text(changed) === before) return false
    const found = document.querySelectorAll(selector)
    const [first] = found
    if (found.length < min || first === undefined || !shown(first) || first.matches(':disabled')) return false
    return !hydrated || Object.keys(first).some((key) => key.startsWith('__react'))
  }

  /** Resolves at the frame that fulfils the condition, with the ms since the start. */
  const watch = (want: Want, since: Since) =>
    new Promise<Watched>((resolve) => {
      const wanted = want.changed === undefined ? want : { ...want, before: text(want.changed) }
      let from: number | null = since === 'press' ? null : since === 'now' ? performance.now() : 0
      const press = (event: Event): void => {
        if (event.isTrusted) from ??= event.timeStamp
      }
      for (const type of ['pointerdown', 'keydown']) addEventListener(type, press, { capture: true })
      const look = (): void => {
        const began = from
        if (began === null || !holds(wanted)) {
          requestAnimationFrame(look)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve({ from: began, ms: performance.now() - began }))
        port1.start()
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })

  /** Returns what was observed since `from`. */
  const seen = (from: number): Seen => ({
    blocking: tasks.filter(([start, ms]) => start + ms > from).reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
    interaction: Math.max(0, ...interactions.filter(([start]) => start >= from - 1).map(([, ms]) => ms)),
    shift: shifts.filter(([start]) => start >= from).reduce((sum, [, value]) => sum + value, 0),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  })

  const frames = (ms: number) =>
    new Promise<Frames>((resolve) => {
      const lengths: number[] = []
      const end = performance.now() + ms
      let last = performance.now()
      const next = (): void => {
        const now = performance.now()
        lengths.push(now - last)
        last = now
        if (now < end) requestAnimationFrame(next)
        // The first one had begun before.
        else resolve({ longest: Math.max(...lengths.slice(1)), slow: lengths.slice(1).filter((length) => length > 50).length })
      }
      requestAnimationFrame(next)
    })
  globalThis.frondProbe = { watch, seen, frames, tasks }
}
