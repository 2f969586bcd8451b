// Protections that `npm run test:model:bite` removes, one at a time, from every machine except the session's.
import { protection, type Protection } from './protection'

const inMachine = (name: string, machine: string, from: string, to: string): Protection =>
  protection(
    name,
    ['tests/machines/flows', 'tests/machines/graph', `tests/machines/${machine}`],
    [`machines/${machine}.ts`, from, to],
  )

export const protections: readonly Protection[] = [
  inMachine(
    'Import: nothing is imported of which the dry run accepted nothing',
    'importMachine',
    'context.checked.accepted.length > 0',
    'context.checked.accepted.length >= 0',
  ),
  inMachine(
    'Import: after Stop no further part is sent',
    'importMachine',
    "stateIn({ importing: { sending: 'stopping' } })",
    "stateIn({ importing: { sending: 'never' } })",
  ),
  inMachine(
    'Import: a page that is left on the way leaves a halt behind, not a run',
    'importMachine',
    "          target: '.halted',\n",
    '',
  ),
  inMachine(
    'Action on many rows: what matches otherwise by now is counted again, and the user asked again',
    'manyRowsMachine',
    'isFailure(error) && error.recounted',
    'isFailure(error) && !error.recounted',
  ),
  inMachine(
    'Action on many rows: Undo restores the rows of every attempt',
    'manyRowsMachine',
    '[...context.restorable, ...(outcome.restorable ?? [])]',
    'outcome.restorable ?? []',
  ),
  inMachine(
    'Action on many rows: rows of a call without an answer are said to be uncertain',
    'manyRowsMachine',
    'return isFailure(error) && error.sure',
    'return isFailure(error)',
  ),
  inMachine(
    'Action on many rows: a lost answer stays unknown until the call is answered',
    'manyRowsMachine',
    '(isRecounted ? 0 : context.unknown)',
    '0',
  ),
  inMachine(
    'Action on many rows: rows that were not sent are reported, too',
    'manyRowsMachine',
    'parts.slice(at).flatMap(',
    'parts.slice(at, at + 1).flatMap(',
  ),
  inMachine(
    'Action on many rows: after Stop no further part is sent',
    'manyRowsMachine',
    'parts: parts.slice(0, at + 1)',
    'parts',
  ),
  inMachine(
    'Action on many rows: after a part without an answer none is sent, and the rows of both are reported',
    'manyRowsMachine',
    'hasAnswers: ({ context }) => context.at > 0',
    'hasAnswers: ({ context }) => context.at < 0',
  ),
  inMachine(
    'Deletion: for a row in use the user is asked for another one',
    'removalMachine',
    'context.inUse !== null',
    'context.inUse === null',
  ),
  inMachine(
    'Deletion: a row that somebody else has changed is read again',
    'removalMachine',
    "({ error: event.error }) }, 'refetchRow']",
    '({ error: event.error }) }]',
  ),
  inMachine(
    'Form: what another user saved first is compared, not left aside',
    'saveMachine',
    "kind === 'stale',",
    "kind === 'fields',",
  ),
  inMachine(
    'Form: a change that affects other rows is saved only once it is confirmed',
    'saveMachine',
    'preview !== null',
    'preview === null',
  ),
  inMachine(
    'Export: it can be cancelled while the rows are read',
    'exportMachine',
    "        close: { description: 'The user cancels: reading stops, and there is no file.', target: 'closed' },\n",
    '',
  ),
  inMachine(
    'Export: a new attempt no longer says why the last one failed',
    'exportMachine',
    '      total: 0,\n      failure: null,\n',
    '      total: 0,\n',
  ),
  inMachine(
    'Second factor: while its answer may bring recovery codes, the dialog stays open',
    'factorMachine',
    "      invoke: {\n        id: 'confirmApp',",
    "      on: { close: { description: 'Cancel.', target: 'closed' } },\n      invoke: {\n        id: 'confirmApp',",
  ),
  inMachine(
    'Second factor: a passkey that the user declines is not added',
    'factorMachine',
    'passkey === null',
    'passkey !== null',
  ),
  inMachine(
    'Assignment: nothing is assigned of which the dry run accepted nothing',
    'assignMachine',
    'context.outcome.assigned.length > 0',
    'context.outcome.assigned.length >= 0',
  ),
  inMachine(
    'Assignment: gateways that the dry run skipped are in the report',
    'assignMachine',
    '[...context.outcome.skipped, ...outcome.skipped]',
    'outcome.skipped',
  ),
  inMachine('Upload: one that loses the network waits for it', 'uploadMachine', "=== 'cutOff'", "=== 'refused'"),
  inMachine(
    'Upload: a row that somebody else has changed is read again',
    'uploadMachine',
    "({ error: event.error }) }, 'refetchRow']",
    '({ error: event.error }) }]',
  ),
  inMachine(
    'Live: a backend that had events is asked again, whatever answers in its place',
    'liveMachine',
    'none && !context.wasLive',
    'none',
  ),
  inMachine(
    'Live: what never was is not called lost',
    'liveMachine',
    'wasLive: ({ context }) => context.wasLive',
    'wasLive: () => true',
  ),
  inMachine(
    'Plant request: a duplicate is rejected with the plant that it repeats',
    'plantRequestMachine',
    'return event.plantId !== null',
    'return true',
  ),
  inMachine(
    'Plant request: an incomplete draft is not published',
    'plantRequestMachine',
    'missingFor(event.draft).length === 0',
    'missingFor(event.draft).length >= 0',
  ),
  inMachine('Plant request: a published one stays as it is', 'plantRequestMachine', "      type: 'final',\n", ''),
  inMachine(
    'Rollout: who started it cannot approve it',
    'rolloutMachine',
    'event.isApprovalPending && event.by !== event.requestedBy',
    'event.isApprovalPending',
  ),
  inMachine(
    'Rollout: it begins no sooner than planned',
    'rolloutMachine',
    '!event.isApprovalPending && event.isDue',
    '!event.isApprovalPending',
  ),
  inMachine('Rollout: only gateways that failed are tried again', 'rolloutMachine', 'event.failed > 0', 'event.failed >= 0'),
  inMachine('Alert: a snooze ends at a time to come', 'alertMachine', 'event.until > event.now', "event.until > ''"),
  inMachine(
    'Alert: one that is over is not resolved again',
    'alertMachine',
    "        return: { target: 'open'",
    "        resolve: { target: 'resolved', description: 'Over.' },\n        return: { target: 'open'",
  ),
]
