import { useMachine } from '@xstate/react'
import type { Actor, ActorOptions, AnyStateMachine, StateFrom } from 'xstate'
import { useEnvironment } from './Environment'

type Running<Machine extends AnyStateMachine> = [StateFrom<Machine>, Actor<Machine>['send'], Actor<Machine>]

/** As `useMachine` is, of a machine that needs no input; its own type cannot say so of a machine that is a parameter. */
const useAny = useMachine as <Machine extends AnyStateMachine>(
  machine: Machine,
  options: ActorOptions<Machine>,
) => Running<Machine>

/** Runs a machine for as long as the component is there, in sight of the inspector where there is one. `snapshot`: where it goes on. */
export function useFlow<Machine extends AnyStateMachine>(
  machine: Machine,
  options: Pick<ActorOptions<Machine>, 'snapshot'> = {},
): Running<Machine> {
  const { inspect } = useEnvironment()
  return useAny(machine, { ...options, ...(inspect && { inspect }) })
}
