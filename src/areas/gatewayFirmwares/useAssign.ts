import { useDispatch } from 'react-redux'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { assignMachine, type AssignFailure } from '../../../machines/assignMachine'
import { gateways } from '../../contract/gateways'
import { gatewayFirmwares, type GatewayFirmware } from '../../contract/gatewayFirmwares'
import { useRepeatable } from '../../crud/bulk/sentCall'
import { useUndo } from '../../crud/bulk/useUndo'
import { sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { counted } from '../../crud/model/words'
import { useFlow } from '../../ui/environment/useFlow'
import { assignFirmware, type Assignment } from './firmwareApi'

export type AssignSnapshot = SnapshotFrom<typeof assignMachine>

/** Runs an assignment of a firmware: the machine with its effects. Once the user has read the outcome, offers to undo it. */
export function useAssign({ id, title }: GatewayFirmware, onClose: () => void) {
  const undo = useUndo(gateways)
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
      actions: {
        leave({ context }) {
          onClose()
          const { changed } = context.outcome
          if (changed.length === 0) return
          const message = `${title} assigned to ${counted(changed.length, gateways.nouns)}`
          undo.offerForChanges(message, changed, [gatewayFirmwares.name])
        },
      },
    }),
  )
}
