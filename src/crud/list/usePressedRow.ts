import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { rowOf } from './rowFocus'

/**
 * Handlers for a table's body: a click acts only in the row on which the button was pressed down. Until it is released, another query's
 * rows may arrive and reuse the elements.
 */
export function usePressedRow() {
  const pressed = useRef<string | null>(null)
  return {
    onPointerDownCapture: ({ target }: PointerEvent) => {
      pressed.current = rowOf(target)
    },
    onClickCapture: (event: MouseEvent) => {
      const row = pressed.current
      pressed.current = null
      // A click by a key or a script has no count, and one by assistive technology may come without a press.
      if (event.detail === 0 || row === null || row === rowOf(event.target)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
