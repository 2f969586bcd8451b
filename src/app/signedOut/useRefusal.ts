import { useEffect, useState } from 'react'
import type { FieldErrors } from '../../ui/form/formState'
import { useSessionActor } from '../SessionProvider'

/** The fields that the server refused in the last sign-in or sign-up, for the form that was sent. */
export function useRefusal(): FieldErrors | null {
  const actor = useSessionActor()
  const [fields, setFields] = useState<FieldErrors | null>(null)
  useEffect(() => {
    const subscription = actor.on('refused', (refused) => setFields(refused.fields ?? null))
    return () => subscription.unsubscribe()
  }, [actor])
  return fields
}
