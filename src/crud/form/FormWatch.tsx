import { useEffect, useRef, type RefObject } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { useLeaveGuard } from '../../ui/overlay/useLeaveGuard'
import { useFormState } from '../../ui/form/formState'
import { dropDraft, keepDraft } from '../model/drafts'
import { same } from '../model/same'
import type { Values } from './values'

interface FormWatchProps {
  readonly formId: string
  readonly ground: { readonly base: Values; readonly typed: Values; readonly version: number | null }
  readonly draftKey: string
  /** Receives the guard's release function, called before leaving after a save. */
  readonly releaseRef: RefObject<() => void>
}

/** Inside a form: warns before unsaved changes are lost, stores them as a draft, and saves on Ctrl+S or ⌘S. */
export function FormWatch({ formId, ground, draftKey, releaseRef }: FormWatchProps) {
  const { values, dirty, setValue } = useFormState<Values>()
  const releaseGuard = useLeaveGuard(dirty)
  const { tabStorage, now } = useEnvironment()
  const applied = useRef(false)
  const changed = useRef(false)

  useEffect(() => {
    releaseRef.current = releaseGuard
  }, [releaseRef, releaseGuard])

  useEffect(() => {
    // Applies a ground once; afterwards the form belongs to the user.
    if (applied.current) return
    applied.current = true
    for (const name of Object.keys(ground.typed))
      if (!same(ground.typed[name], ground.base[name])) setValue(name, ground.typed[name])
  })

  useEffect(() => {
    if (dirty) {
      changed.current = true
      keepDraft(tabStorage, draftKey, { values, base: ground.base, version: ground.version, savedAt: now() })
    } else if (changed.current) dropDraft(tabStorage, draftKey)
  }, [dirty, values, ground, draftKey, tabStorage, now])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      const form = document.getElementById(formId)
      if (form instanceof HTMLFormElement && document.querySelector('dialog[open]') === null) form.requestSubmit()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [formId])
  return null
}
