import { alertFlow } from './alerts'
import { assignFlow } from './assigns'
import { exportFlow } from './exports'
import { factorFlow } from './factors'
import type { Flow } from './flow'
import { importFlow } from './imports'
import { liveFlow } from './lives'
import { manyRowsFlow } from './manyRows'
import { removalFlow } from './removals'
import { requestFlow } from './requests'
import { rolloutFlow } from './rollouts'
import { saveFlow } from './saves'
import { uploadFlow } from './uploads'

/** Every machine except the session's, with its table, one a line. Snapshots, tours and the report read this list. */
export const flows: Readonly<Record<string, Flow<never>>> = {
  alertMachine: alertFlow,
  assignMachine: assignFlow,
  exportMachine: exportFlow,
  factorMachine: factorFlow,
  importMachine: importFlow,
  liveMachine: liveFlow,
  manyRowsMachine: manyRowsFlow,
  plantRequestMachine: requestFlow,
  removalMachine: removalFlow,
  rolloutMachine: rolloutFlow,
  saveMachine: saveFlow,
  uploadMachine: uploadFlow,
}
