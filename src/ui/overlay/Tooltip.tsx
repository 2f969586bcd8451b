import { useEffect, useRef } from 'react'
import { useEnvironment } from '../environment/Environment'
import './tooltip.css'

/** Milliseconds that the pointer or the focus rests on an element before its tooltip opens. */
const OPEN_DELAY_MS = 300

/** What the pointer may be on its way to. */
const CONTROLS = 'a, button, input, select, label, [data-tip]'

/**
 * Shows an element's `data-tip` as a tooltip, on hover, keyboard focus and a tap, below it or on its `data-tip-side` (`start`, `end`). One for the
 * whole application. Opens it only after the pointer has rested: otherwise each pointer that passes on its way to a click would cost a layout
 * and a paint just before the click.
 */
export function TooltipLayer() {
  const { later } = useEnvironment()
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The element whose tooltip is shown, or soon will be.
    let source: HTMLElement | null = null
    let described: Element | null = null
    // Ends the wait, or what it led to.
    let cancelOrHide: () => void = () => undefined
    const hide = () => {
      cancelOrHide()
      described?.removeAttribute('aria-describedby')
      described = null
      source = null
    }
    const show = (target: HTMLElement) => {
      hide()
      const words = target.dataset['tip']
      const popup = tip.current
      if (popup === null || !words) return
      source = target
      popup.textContent = words
      popup.dataset['side'] = target.dataset['tipSide'] ?? 'below'
      cancelOrHide = later(OPEN_DELAY_MS, () => {
        if (!target.isConnected) return
        popup.showPopover({ source: target })
        cancelOrHide = () => popup.hidePopover()
      })
      // A name of the same words needs no description.
      const isNamed = (target.getAttribute('aria-label') ?? target.textContent).startsWith(words)
      if (!isNamed && !target.hasAttribute('aria-describedby')) {
        target.setAttribute('aria-describedby', 'tooltip')
        described = target
      }
    }
    const onEnter = (event: Event) => {
      const target = tipTarget(event.target)
      if (target && target !== source) show(target)
      // What was removed reports no leave.
      else if (source?.isConnected === false) hide()
    }
    const onFocus = (event: Event) => {
      const target = tipTarget(event.target)
      if (target?.matches(':focus-visible')) show(target)
      else if (source?.isConnected === false) hide()
    }
    const isInside = (at: EventTarget | null) =>
      at instanceof Node && [source, tip.current].some((element) => element?.contains(at))
    // The pointer may move on to the tooltip, so that a magnified one can be read.
    const onLeave = ({ target, relatedTarget }: PointerEvent | FocusEvent) => {
      if (isInside(target) && !isInside(relatedTarget)) hide()
    }
    // Over another control it gives way: a press would reach the tooltip instead.
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      const [, below] = document.elementsFromPoint(clientX, clientY)
      const control = below?.closest(CONTROLS)
      if (control != null && !source?.contains(control)) hide()
    }
    // On a touch screen nothing hovers, so a tap shows the tooltip; a tap on a link or button does what that is for.
    const onClick = (event: PointerEvent) => {
      const target = tipTarget(event.target)
      if (event.pointerType === 'touch' && target?.closest('a, button') === null) show(target)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerover', onEnter, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    tip.current?.addEventListener('pointermove', onMove, { signal })
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('pointerout', onLeave, { signal })
    document.addEventListener('focusout', onLeave, { signal })
    // It opens again only after the pointer has left its element.
    document.addEventListener('pointerdown', () => cancelOrHide(), { signal })
    document.addEventListener('keydown', onKey, { signal })
    return () => {
      listening.abort()
      hide()
    }
  }, [later])
  return <div ref={tip} id="tooltip" role="tooltip" popover="manual" className="tooltip" />
}

function tipTarget(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}
