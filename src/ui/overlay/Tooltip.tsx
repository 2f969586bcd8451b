import { useEffect, useRef, type ReactNode } from 'react'
import './tooltip.css'

/** Shows an element's `data-tip` as a tooltip, on hover and on keyboard focus. One for the whole application. */
export function TooltipLayer() {
  const tip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let described: Element | null = null
    let wasShown = false
    let frame = 0
    const hide = () => {
      cancelAnimationFrame(frame)
      described?.removeAttribute('aria-describedby')
      described = null
      if (wasShown) tip.current?.hidePopover()
      wasShown = false
    }
    const show = (target: HTMLElement) => {
      hide()
      const words = target.dataset['tip']
      if (tip.current === null || !words) return
      tip.current.textContent = words
      tip.current.showPopover({ source: target })
      wasShown = true
      // An identical accessible name needs no description.
      if (target.getAttribute('aria-label') !== words && !target.hasAttribute('aria-describedby')) {
        target.setAttribute('aria-describedby', 'tooltip')
        described = target
      }
    }
    const onEnter = (event: Event) => {
      const target = carrier(event.target)
      if (target) show(target)
    }
    const onFocus = (event: Event) => {
      const target = carrier(event.target)
      // In the next frame: while a popover that held the focus is closing, no other can open.
      if (target?.matches(':focus-visible')) frame = requestAnimationFrame(() => show(target))
    }
    const onLeave = (event: Event) => carrier(event.target) && hide()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const listeners = [
      ['pointerover', onEnter],
      ['focusin', onFocus],
      ['pointerout', onLeave],
      ['focusout', onLeave],
      ['pointerdown', hide],
    ] as const
    for (const [type, listener] of listeners) document.addEventListener(type, listener)
    document.addEventListener('keydown', onKey)
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener)
      document.removeEventListener('keydown', onKey)
      hide()
    }
  }, [])
  return <div ref={tip} id="tooltip" role="tooltip" popover="manual" className="tooltip" />
}

export interface TooltipProps {
  readonly text: string
  readonly children: ReactNode
}

/** A text with an explaining tooltip; the text is focusable. Buttons use `data-tip`. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <span className="has-tip" data-tip={text} tabIndex={0}>
      {children}
    </span>
  )
}

function carrier(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
}
