import '@testing-library/jest-dom/vitest'
import { cleanup, configure, logDOM, prettyDOM } from '@testing-library/react'
import { afterEach, beforeAll } from 'vitest'
import { isFull } from '../full'
import { rememberComputedStyles } from './computedStyles'

/**
 * Adds what jsdom lacks: modal dialogs and popovers. Covers only what a test can observe: a closed one is not rendered, an open one fires
 * the events and moves the focus.
 */
afterEach(cleanup)
// Runs before the clean-up. A search that fails has printed the page in its message.
afterEach(({ task: { result } }) => {
  const isPrinted = result?.errors?.some(({ name }) => name === 'TestingLibraryElementError')
  if (result?.state === 'fail' && isPrinted !== true) logDOM()
})
// Screens talk to a real server, whose answers come between two steps of a test too: React need not warn of each one outside act().
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }))

// Text is what is seen; toasts are announced by a copy of their text. Strict mode renders everything twice.
configure({ getElementError, defaultIgnore: 'script, style, [aria-live] > p', reactStrictMode: isFull })
if (document.defaultView !== null) rememberComputedStyles(document.defaultView)

/** An error that prints the page when it is reported: a wait throws one at each try, and drops all but the last. */
function getElementError(message: string | null, container: Element): Error {
  const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
  Error.captureStackTrace(error, getElementError)
  const withPage = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: withPage, configurable: true })
}

const openPopovers = new Set<HTMLElement>()

function tell(element: HTMLElement, type: 'beforetoggle' | 'toggle', newState: 'open' | 'closed') {
  const event = new Event(type)
  Object.assign(event, { newState, oldState: newState === 'open' ? 'closed' : 'open' })
  element.dispatchEvent(event)
}

function hide(element: HTMLElement) {
  if (!openPopovers.delete(element)) return
  element.style.display = 'none'
  tell(element, 'toggle', 'closed')
}

function show(element: HTMLElement) {
  if (!element.isConnected) throw new DOMException('Invalid on disconnected popover elements.', 'InvalidStateError')
  if (element.popover === 'auto')
    for (const other of openPopovers) if (other.popover === 'auto' && !other.contains(element)) hide(other)
  tell(element, 'beforetoggle', 'open')
  openPopovers.add(element)
  element.style.display = 'block'
  tell(element, 'toggle', 'open')
}

if (typeof HTMLElement.prototype.showPopover !== 'function') {
  Object.defineProperties(HTMLElement.prototype, {
    popover: {
      configurable: true,
      get(this: HTMLElement) {
        return this.getAttribute('popover')
      },
      set(this: HTMLElement, value: string | null) {
        if (value === null) this.removeAttribute('popover')
        else this.setAttribute('popover', value)
      },
    },
    showPopover: {
      configurable: true,
      value: function (this: HTMLElement) {
        show(this)
      },
    },
    hidePopover: {
      configurable: true,
      value: function (this: HTMLElement) {
        hide(this)
      },
    },
  })
  const style = document.createElement('style')
  style.textContent = '[popover] { display: none }'
  document.head.append(style)

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[popovertarget]') : null
    const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
    for (const open of openPopovers)
      if (open.popover === 'auto' && open !== popover && event.target instanceof Node && !open.contains(event.target)) hide(open)
    if (popover === null) return
    if (openPopovers.has(popover)) hide(popover)
    else show(popover)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const open of openPopovers) {
      if (open.popover !== 'auto') continue
      hide(open)
      document.querySelector<HTMLElement>(`[popovertarget="${open.id}"]`)?.focus()
    }
  })
}

if (typeof HTMLDialogElement.prototype.showModal !== 'function') {
  Object.defineProperties(HTMLDialogElement.prototype, {
    showModal: {
      configurable: true,
      value: function (this: HTMLDialogElement) {
        this.open = true
        this.querySelector<HTMLElement>('[autofocus], button, input, select, textarea, a[href]')?.focus()
      },
    },
    close: {
      configurable: true,
      value: function (this: HTMLDialogElement) {
        this.open = false
      },
    },
  })
  document.addEventListener('keydown', (event) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (event.key === 'Escape' && !event.defaultPrevented) top?.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}

/** Without layout, nothing is ever resized. */
globalThis.ResizeObserver ??= class {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}

// A wide window, where a test sets no other width.
window.innerWidth = 1440

/** Without layout, no media query matches but those of the window's width. */
globalThis.matchMedia ??= (media) => {
  const below = Number(/^\(width < ([\d.]+)px\)$/.exec(media)?.[1] ?? 0)
  const query: Partial<MediaQueryList> = {
    get matches() {
      return window.innerWidth < below
    },
    addEventListener: (_type: string, listener: EventListener) => window.addEventListener('resize', listener),
    removeEventListener: (_type: string, listener: EventListener) => window.removeEventListener('resize', listener),
  }
  return query as MediaQueryList
}

Element.prototype.scrollIntoView ??= () => undefined
