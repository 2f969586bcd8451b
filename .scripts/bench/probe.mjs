// What runs inside a measured page. `watch` resolves once a condition holds and the frame that shows it has been made.

/** Handed to the page as text, before any of its own scripts. */
export function probe() {
  const tasks = []
  const shifts = []
  const interactions = []
  const observe = (type, take, options) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
    } catch {
      // A browser without this kind of entry reports nothing of it.
    }
  }
  observe('longtask', (entry) => tasks.push([entry.startTime, entry.duration]))
  observe('layout-shift', (entry) => entry.hadRecentInput || shifts.push([entry.startTime, entry.value]))
  observe('event', (entry) => entry.interactionId && interactions.push([entry.startTime, entry.duration]), {
    durationThreshold: 16,
  })

  const shown = (element) => element !== undefined && element.getClientRects().length > 0
  const text = (selector) => document.querySelector(selector)?.textContent ?? null
  const holds = ({ selector, min = 1, path, changed, before, hydrated }) => {
    if (path !== undefined && location.pathname !== path) return false
    if (changed !== undefined && text(changed) === before) return false
    const found = document.querySelectorAll(selector)
    if (found.length < min || !shown(found[0]) || found[0].disabled) return false
    return !hydrated || Object.keys(found[0]).some((key) => key.startsWith('__react'))
  }

  /** Milliseconds to the frame that shows what is wanted: since the `navigation`, since `now`, or since the next `press` of key or mouse. */
  const watch = (want, since) =>
    new Promise((resolve) => {
      const wanted = want.changed === undefined ? want : { ...want, before: text(want.changed) }
      let from = { navigation: 0, now: performance.now(), press: null }[since]
      const press = (event) => {
        if (event.isTrusted) from ??= event.timeStamp
      }
      for (const type of ['pointerdown', 'keydown']) addEventListener(type, press, { capture: true })
      const look = () => {
        if (from === null || !holds(wanted)) {
          requestAnimationFrame(look)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve({ from, ms: performance.now() - from }))
        port1.start()
        port2.postMessage(null)
      }
      requestAnimationFrame(look)
    })

  /** What has been observed since `from`: blocking ms, worst interaction ms, layout shift. */
  const seen = (from) => ({
    blocking: tasks.filter(([start, ms]) => start + ms > from).reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0),
    interaction: Math.max(0, ...interactions.filter(([start]) => start >= from - 1).map(([, ms]) => ms)),
    shift: shifts.filter(([start]) => start >= from).reduce((sum, [, value]) => sum + value, 0),
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  })
  globalThis.frondProbe = { watch, seen, tasks }
}
