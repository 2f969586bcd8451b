import type { AnyStateMachine } from 'xstate'
import { authMachine } from '../../machines/authMachine'
import { flows } from '../model/flows'

/** Every machine, by its file. The session has its own table and tests; all others are in tests/model/flows.ts. */
export const machines: Readonly<Record<string, AnyStateMachine>> = {
  authMachine,
  ...Object.fromEntries(Object.entries(flows).map(([name, { machine }]) => [name, machine])),
}
