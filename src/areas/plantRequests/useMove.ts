import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { plantRequests, type PlantRequest, type PlantRequestDraft } from '../../contract/plantRequests'
import { crudCalls } from '../../crud/model/crudSlice'
import { problemOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useToast } from '../../ui/overlay/Toaster'
import { usePublishPlantRequestMutation } from './requestApi'

/** Why a move failed; only the message when there was no answer. */
export type MoveProblem = ReturnType<typeof problemOf>

/** The fields of a move; others keep their values. */
type Changes = Readonly<Partial<PlantRequestDraft>>

interface Moves {
  readonly busy: boolean
  readonly problem: MoveProblem | null
  /**
   * Changes the status and related fields; `done` is the past participle for the toast. Resolves to null on success, otherwise to the
   * problem.
   */
  move(changes: Changes, done: string): Promise<MoveProblem | null>
  publish(): Promise<MoveProblem | null>
}

/** Moves a request at the version on screen; calls `onDone` after a successful move. */
export function useMove({ id, version, requestedName }: PlantRequest, onDone: () => void): Moves {
  const [update, updating] = crudCalls(plantRequests).update.useMutation()
  const [publish, publishing] = usePublishPlantRequestMutation()
  const [problem, setProblem] = useState<MoveProblem | null>(null)
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()

  const settle = (answer: { readonly error?: unknown }, done: string): MoveProblem | null => {
    if (answer.error === undefined) {
      toast({ message: `${requestedName} ${done}` })
      onDone()
      return null
    }
    const found = problemOf(answer.error)
    // Another user acted first: refetches the row for the next attempt.
    if (found.code === 'stale' || found.code === 'conflict')
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
    busy: updating.isLoading || publishing.isLoading,
    problem,
    async move(changes, done) {
      setProblem(null)
      return settle(await update({ id, version, draft: changes }), done)
    },
    async publish() {
      setProblem(null)
      return settle(await publish({ id, version }), 'published')
    },
  }
}
