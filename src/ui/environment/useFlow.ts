import { useMachine } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { Actor, ActorOptions, AnyStateMachine, StateFrom } from 'xstate'
import { useEnvironment } from './Environment'

type Running<Machine extends AnyStateMachine> = [StateFrom<Machine>, Actor<Machine>['send'], Actor<Machine>]

/** `useMachine` with options that fit the machine; its own type cannot express that for a generic one. */
const useAny = useMachine as <Machine extends AnyStateMachine>(
  machine: Machine,
  options: ActorOptions<Machine>,
) => Running<Machine>

/** Runs a machine while the component is mounted, visible to the inspector if there is one. `snapshot`: the state to resume from. */
export function useFlow<Machine extends AnyStateMachine>(
  machine: Machine,
  options: Pick<ActorOptions<Machine>, 'input' | 'snapshot'> = {},
): Running<Machine> {
  const { inspect } = useEnvironment()
  return useAny(machine, { ...options, ...(inspect && { inspect }) })
}

/** Calls back with the last context when the user leaves the page before a flow has ended. */
export function useOnAbandon<Context>(
  flow: { getSnapshot(): { readonly status: string; readonly context: Context } },
  onAbandon: (context: Context) => void,
): void {
  const leave = useEffectEvent(() => {
    const { status, context } = flow.getSnapshot()
    if (status === 'active') onAbandon(context)
  })
  useEffect(() => () => leave(), [])
}
