import { useEffect, useRef } from 'react'

/** Asks whether unsaved changes may be left behind; Escape stays. */
export function LeaveDialog({ onAnswer }: { readonly onAnswer: (leave: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="leave-title" onCancel={() => onAnswer(false)}>
      <h2 id="leave-title">Leave without saving?</h2>
      <p>What you changed on this page is not saved yet.</p>
      <button type="button" onClick={() => onAnswer(false)}>
        Stay
      </button>
      <button type="button" onClick={() => onAnswer(true)}>
        Leave
      </button>
    </dialog>
  )
}
