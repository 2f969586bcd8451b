import type { Flow } from './flow'
import { requestFlow } from './requests'

/** Every machine but the session's, with its table: snapshots, tours and the report take it from here. One line a machine. */
export const flows = {
  plantRequestMachine: requestFlow,
} satisfies Readonly<Record<string, Flow<never>>>
