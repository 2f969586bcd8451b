import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { flows } from '../model/flows'

/** Every machine, by its file. The session has a table and tests of its own; all others are in tests/model/flows.ts. */
export const machines: Readonly<Record<string, AnyStateMachine>> = {
  authMachine,
  ...Object.fromEntries(Object.entries(flows).map(([name, { machine }]) => [name, machine])),
}
