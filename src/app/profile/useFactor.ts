import { useDispatch } from 'react-redux'
import { fromPromise } from 'xstate'
import { factorMachine, type FactorAnswer, type FactorRefusal } from '../../../machines/factorMachine'
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
} from '../../api/factorApi'
import { browserPasskeys } from '../../auth/passkeys'
import type { Passkey } from '../../contract/factors'
import type { ApiDispatch } from '../../crud/model/reference'
import { useFlow } from '../../ui/environment/useFlow'
import { useToast } from '../../ui/overlay/Toaster'
import { fieldsOf } from '../account/fieldsOf'

/** The changes that a user can make to the second factors. */
export type FactorStep =
  | { readonly kind: 'setUpApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey }

const untracked = { track: false } as const

/** Makes a change of the second factors: the machine with its effects. */
export function useFactor(step: FactorStep, onClose: () => void) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()

  const change = async (proof: string): Promise<FactorAnswer> => {
    if (step.kind === 'setUpApp') return { setUp: await answerOf(dispatch(beginTotp.initiate({ proof }, untracked))) }
    if (step.kind === 'addPasskey') return { creation: await answerOf(dispatch(beginPasskey.initiate({ proof }, untracked))) }
    if (step.kind === 'newCodes') return answerOf(dispatch(makeRecoveryCodes.initiate({ proof }, untracked)))
    if (step.kind === 'removePasskey') await answerOf(dispatch(removePasskey.initiate({ id: step.passkey.id, proof }, untracked)))
    else await answerOf(dispatch(removeTotp.initiate({ proof }, untracked)))
    toast({ message: `Removed ${nameOf(step)}` })
    return {}
  }
  return useFlow(
    factorMachine.provide({
      actors: {
        change: fromPromise(({ input: { proof } }) => change(proof)),
        confirmApp: fromPromise(({ input }) => answerOf(dispatch(confirmTotp.initiate(input, untracked)))),
        makePasskey: fromPromise(({ input: { options } }) => browserPasskeys.make(options)),
        addPasskey: fromPromise(async ({ input }) => {
          const codes = await answerOf(dispatch(addPasskey.initiate(input, untracked)))
          toast({ message: `Passkey “${input.name}” added` })
          return codes
        }),
      },
      actions: { leave: onClose },
    }),
  )
}

/** "the authenticator app": the factor that a step removes. */
export function nameOf(step: FactorStep): string {
  return step.kind === 'removePasskey' ? `the passkey “${step.passkey.name}”` : 'the authenticator app'
}

/** Unwraps a call's answer; rejects with a `FactorRefusal`, which the form shows. */
function answerOf<Data>({ unwrap }: { readonly unwrap: () => Promise<Data> }): Promise<Data> {
  return unwrap().catch((error: unknown) => Promise.reject<Data>({ fields: fieldsOf(error) } satisfies FactorRefusal))
}
