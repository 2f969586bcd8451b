import { nanoid } from '@reduxjs/toolkit'
import { useRef } from 'react'
import type { SaveFailure } from '../../../machines/saveMachine'
import { crudCalls, type AnyRow } from '../model/crudSlice'
import type { AnyResource } from '../model/declaration'
import { saveFailure } from '../model/problems'
import { draftOf, type Values } from './values'

export type SaveOutcome = { readonly saved: AnyRow } | { readonly failure: SaveFailure | null }

/** Sends a form: a create, or an update of the version that was read. A repeated create with the same values creates one row. */
export function useSave(
  resource: AnyResource,
  id: string | null,
): (values: Values, version: number | null) => Promise<SaveOutcome> {
  const calls = crudCalls(resource)
  const [create] = calls.create.useMutation()
  const [update] = calls.update.useMutation()
  const lastRequest = useRef({ body: '', key: '' })

  return async (values, version) => {
    const draft = draftOf(values)
    const answer =
      id === null || version === null
        ? await create({ draft, key: keyOf(draft, lastRequest) })
        : await update({ id, version, draft })
    if (answer.data !== undefined) return { saved: answer.data }
    return { failure: saveFailure(answer.error) }
  }
}

/** One idempotency key per body: a retry is harmless, a changed body is a new create. */
function keyOf(draft: object, lastRequest: { current: { body: string; key: string } }): string {
  const body = JSON.stringify(draft)
  if (lastRequest.current.body !== body) lastRequest.current = { body, key: nanoid() }
  return lastRequest.current.key
}
