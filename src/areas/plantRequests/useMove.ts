import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { openStatuses, plantRequests, type PlantRequest, type PlantRequestDraft } from '../../contract/plantRequests'
import { bulkCalls } from '../../crud/bulk/bulkCalls'
import { crudCalls } from '../../crud/model/crudCalls'
import { isRefused, problemOf, sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useNewestRow } from '../../crud/model/useNewestRow'
import { counted } from '../../crud/model/words'
import { useToast } from '../../ui/overlay/Toaster'
import { usePublishPlantRequestMutation } from './requestApi'

/** Why a move failed; only the message when there was no answer. `sure`: the server refused it, and nothing was changed. */
export type MoveProblem = ReturnType<typeof problemOf> & { readonly sure: boolean }

/** The fields of a move; others keep their values. */
type Changes = Readonly<Partial<PlantRequestDraft>>

/** Moves the request on screen, or a newer `row` from a refusal, which the dialog then shows; calls `onDone` after a successful move. */
export function useMove(shown: PlantRequest, onDone: () => void) {
  const [row, noteRefusal] = useNewestRow(shown)
  const { id, version, requestedName } = row
  const [update, updating] = crudCalls(plantRequests).update.useMutation()
  const [publish, publishing] = usePublishPlantRequestMutation()
  const [problem, setProblem] = useState<MoveProblem | null>(null)
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()

  const [updateMany, updatingMany] = bulkCalls(plantRequests).bulkUpdate.useMutation()
  /** Changes the other open requests for the name; returns the words for the toast. */
  const moveOthers = async (changes: Changes, done: string, others: number): Promise<string> => {
    const filter = { sameNameAs: id, status: openStatuses }
    const { data, error } = await updateMany({ filter, expectedCount: others, set: changes })
    if (data === undefined && !isRefused(error)) {
      dispatch(api.util.invalidateTags([plantRequests.name]))
      return `${requestedName} ${done}. It is not known whether the other requests were changed: ${sentenceOf(error)}`
    }
    if (problemOf(error).code === 'count_changed')
      return `${requestedName} ${done}, but not the other requests, because their number has changed`
    const fault = data === undefined ? sentenceOf(error) : data.failed[0]?.message
    if (fault !== undefined) return `${requestedName} ${done}, but not the other requests: ${fault}`
    return `${requestedName} and ${counted(others, { one: 'other request', many: 'other requests' })} ${done}`
  }
  const settle = (answer: { readonly error?: unknown }, message: string): MoveProblem | null => {
    if (answer.error === undefined) {
      toast({ message })
      onDone()
      return null
    }
    const found = { ...problemOf(answer.error), sure: isRefused(answer.error) }
    noteRefusal(answer.error)
    // Another user acted first, or the answer was lost: refetches the row for the next attempt.
    if (found.code === 'stale' || found.code === 'conflict' || !found.sure)
      dispatch(
        api.util.invalidateTags([
          { type: plantRequests.name, id },
          { type: plantRequests.name, id: 'LIST' },
        ]),
      )
    setProblem(found)
    return found
  }
  return {
    row,
    busy: updating.isLoading || updatingMany.isLoading || publishing.isLoading,
    problem,
    /**
     * Changes the status and related fields; `done` is the past participle for the toast. Afterwards changes the other open requests for the
     * name alike, if there are any `others`. Resolves to null when this request is changed, otherwise to the problem.
     */
    async move(changes: Changes, done: string, others = 0) {
      setProblem(null)
      const answer = await update({ id, version, draft: changes })
      const isWithOthers = answer.error === undefined && others > 0
      return settle(answer, isWithOthers ? await moveOthers(changes, done, others) : `${requestedName} ${done}`)
    },
    async publish() {
      setProblem(null)
      return settle(await publish({ id, version }), `${requestedName} published`)
    },
  }
}
