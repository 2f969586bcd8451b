import { useState } from 'react'
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
import { fieldsOf, sentenceOf } from '../../crud/model/problems'
import type { ApiDispatch } from '../../crud/model/reference'
import { useFlow } from '../../ui/environment/useFlow'
import { useToast } from '../../ui/overlay/Toaster'

/** The changes that a user can make to the second factors. */
export type FactorStep =
  | { readonly kind: 'setUpApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey }

const untracked = { track: false } as const
/** The inputs of the forms, which show what is wrong with their values. */
const inputs = ['proof', 'name', 'code']
const NO_PASSKEY = 'The browser could not create a passkey. This device may have one for this account already.'

/** Makes a change of the second factors: the machine with its effects, and why the last call failed unless an input shows it. */
export function useFactor(step: FactorStep, onClose: () => void) {
  const dispatch = useDispatch<ApiDispatch>()
  const toast = useToast()
  const [failure, setFailure] = useState<string | null>(null)

  /** Unwraps a call's answer; rejects with a `FactorRefusal`, which the form shows. */
  async function answerOf<Data>({ unwrap }: { readonly unwrap: () => Promise<Data> }): Promise<Data> {
    setFailure(null)
    return unwrap().catch((error: unknown) => {
      const fields = fieldsOf(error)
      if (!inputs.some((name) => name in fields)) setFailure(Object.values(fields)[0] ?? sentenceOf(error))
      return Promise.reject<Data>({ fields } satisfies FactorRefusal)
    })
  }
  async function makePasskey(options: object | undefined): Promise<object | null> {
    return browserPasskeys.make(options).catch((error: unknown) => {
      setFailure(NO_PASSKEY)
      throw error
    })
  }

  const change = async (proof: string): Promise<FactorAnswer> => {
    if (step.kind === 'setUpApp') return { setUp: await answerOf(dispatch(beginTotp.initiate({ proof }, untracked))) }
    if (step.kind === 'addPasskey') return { creation: await answerOf(dispatch(beginPasskey.initiate({ proof }, untracked))) }
    if (step.kind === 'newCodes') return answerOf(dispatch(makeRecoveryCodes.initiate({ proof }, untracked)))
    if (step.kind === 'removePasskey') await answerOf(dispatch(removePasskey.initiate({ id: step.passkey.id, proof }, untracked)))
    else await answerOf(dispatch(removeTotp.initiate({ proof }, untracked)))
    toast({ message: `Removed ${nameOf(step)}` })
    return {}
  }
  const [snapshot, send] = useFlow(
    factorMachine.provide({
      actors: {
        change: fromPromise(({ input: { proof } }) => change(proof)),
        confirmApp: fromPromise(async ({ input }) => {
          const codes = await answerOf(dispatch(confirmTotp.initiate(input, untracked)))
          toast({ message: 'Authenticator app is on' })
          return codes
        }),
        makePasskey: fromPromise(({ input: { options } }) => makePasskey(options)),
        addPasskey: fromPromise(async ({ input }) => {
          const codes = await answerOf(dispatch(addPasskey.initiate(input, untracked)))
          toast({ message: `Passkey “${input.name}” added` })
          return codes
        }),
      },
      actions: { leave: onClose },
    }),
  )
  return [snapshot, send, failure] as const
}

/** "the authenticator app": the factor that a step removes. */
export function nameOf(step: FactorStep): string {
  return step.kind === 'removePasskey' ? `the passkey “${step.passkey.name}”` : 'the authenticator app'
}
