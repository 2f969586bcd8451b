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
      // A click by a key or a script has no count, and no press before it.
      if (event.detail === 0 || rowOf(event.target) === pressed.current) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
