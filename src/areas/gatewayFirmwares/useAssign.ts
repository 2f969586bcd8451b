import { useDispatch } from 'react-redux'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { assignMachine, type AssignFailure } from '../../../machines/assignMachine'
import { useRepeatable } from '../../crud/bulk/sentCall'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useFlow } from '../../ui/environment/useFlow'
import { assignFirmware, type Assignment } from './firmwareApi'

export type AssignSnapshot = SnapshotFrom<typeof assignMachine>

/** Runs an assignment of a firmware: the machine with its effects. */
export function useAssign(id: string, onClose: () => void) {
  const dispatch = useDispatch<ApiDispatch>()
  const send = useRepeatable((call: Assignment) => dispatch(assignFirmware.initiate(call, { track: false })))
  return useFlow(
    assignMachine.provide({
      actors: {
        send: fromPromise(({ input: { body } }) =>
          send({ id, body })
            .unwrap()
            .catch((error: unknown) => Promise.reject({ sentence: sentenceOf(error) } satisfies AssignFailure)),
        ),
      },
      actions: { leave: onClose },
    }),
  )
}
