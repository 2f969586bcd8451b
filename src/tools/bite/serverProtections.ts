// Protections of the server that `npm run test:bite` removes, one at a time, and the tests of `npm test` that must notice.
import { protection, type Change, type Protection } from './protection'

const onServer = (name: string, noticed: readonly string[], ...changes: readonly Change[]): Protection => ({
  ...protection(
    name,
    noticed.map((file) => `tests/server/${file}`),
    ...changes,
  ),
  projects: ['postgres'],
})

export const protections: readonly Protection[] = [
  onServer(
    'Throttle: attempts over the limit are refused',
    ['auth/signIn', 'auth/resetPassword'],
    ['src/server/auth/throttle.ts', 'if (hits <= limit) return', 'if (hits <= limit * 100) return'],
  ),
  onServer(
    'Guard: a session that has ended lets nobody in',
    ['auth/guard'],
    [
      'src/server/auth/guard.ts',
      'if (session === null) throw unauthenticated(request, reply)',
      "if (session === null && token.claims.sid === '') throw unauthenticated(request, reply)",
    ],
  ),
  onServer(
    'Guard: a token past its time is refused',
    ['auth/guard'],
    ['src/server/auth/guard.ts', 'if (token === null || token.expired)', 'if (token === null)'],
  ),
  onServer(
    'Pipelining: a connection with too many unanswered requests is refused more',
    ['http/connections'],
    ['src/server/http/pipelining.ts', 'if (count <= UNANSWERED_MAX) return done()', 'if (count > 0) return done()'],
  ),
  onServer(
    "Compression: a gateway's key is sent as it is",
    ['http/compression'],
    ['src/server/telemetry/routes.ts', '{ schema, compress: false }', '{ schema }'],
  ),
  onServer(
    "A gateway's key stores nothing of another gateway's sensors",
    ['telemetry/ownSensors'],
    ['src/server/telemetry/storeBatch.ts', 'found.gatewayId === caller.id)', 'true)'],
  ),
  onServer(
    'A sign-in that failed leaves nothing of what was typed',
    ['activity/activity'],
    ['src/server/auth/signIn.ts', 'account: account?.fullname ?? null', 'account: account?.fullname ?? email'],
  ),
  onServer(
    'An earlier version is restored only over the one that was read',
    ['crud/restoreVersion'],
    ['src/server/crud/restoreVersion.ts', 'ifMatch, actor, ', 'undefined, actor, '],
  ),
  onServer(
    'A backup that is not whole is refused before anything is written',
    ['backup/backup'],
    ['src/server/backup/restore.ts', 'if (promised !== rows)', 'if (promised === -1)'],
  ),
  onServer(
    'If-Match: whoever saves second is refused',
    ['crud/write'],
    ['src/server/crud/write.ts', 'if (!matches(ifMatch, row)) throw stale(resource)', ''],
  ),
  onServer(
    'Idempotency-Key: the same create makes one row',
    ['crud/write', 'conformance'],
    [
      'src/server/http/conditions.ts',
      'if (request === null) return work()',
      'if (request === null || request.key !== "") return work()',
    ],
  ),
  onServer(
    'Idempotency-Key: a repeated bulk edit acts on the rows of the first one',
    ['crud/bulkRepeated'],
    ['src/server/crud/bulk.ts', 'if (request === null || target.ids', 'if (request?.key !== "" || target.ids'],
  ),
  onServer(
    'Idempotency-Key: a repeated deletion keeps the verdict on its successor',
    ['crud/bulkRepeated'],
    ['src/server/crud/bulk.ts', "runPartOnce(writer.db, request, 'successor'", "runPartOnce(writer.db, null, 'successor'"],
  ),
  onServer(
    'Idempotency-Key: a repeated assignment of a firmware gets the first answer',
    ['crud/bulkRepeated'],
    ['src/server/areas/gatewayFirmwareAssign.ts', 'dryRun ? null : request', 'null'],
  ),
  onServer(
    'Idempotency-Key: a dry run of an assignment ignores it',
    ['crud/bulkRepeated'],
    ['src/server/areas/gatewayFirmwareAssign.ts', 'dryRun ? null : request', 'request'],
  ),
  onServer(
    'Idempotency-Key: a repeated publication publishes what is left of the first one',
    ['crud/bulkRepeated'],
    ['src/server/areas/plantRequestPublish.ts', 'runPartOnce(db, request, id', 'runPartOnce(db, null, id'],
  ),
  onServer(
    'Idempotency-Key: a repeated move of many alerts moves what is left of the first one',
    ['alerts/moves'],
    ['src/server/alerts/moves.ts', 'inBatches(db, ids, request', 'inBatches(db, ids, null'],
  ),
  onServer(
    'A clash names the row that holds the value',
    ['crud/write', 'conformance'],
    ['src/server/crud/clashes.ts', 'return rows[0]', 'return rows[1]'],
  ),
  onServer(
    'A field that never changes is refused',
    ['crud/write', 'conformance'],
    [
      'src/server/crud/write.ts',
      "if (changed.length > 0) throw invalid(new Map(changed.map((field) => [field, 'This field cannot be changed'])))",
      '',
    ],
  ),
  onServer(
    'Hardware at its end of life takes no new gateways',
    ['areas/gateways'],
    ['src/server/areas/gateways.ts', "hardware?.status === 'eol'", "hardware?.status === 'none'"],
  ),
  onServer(
    'A plant request is published once, and only when it is approved',
    ['areas/plantRequestPublish'],
    ['src/server/areas/plantRequestPublish.ts', "if (!movesFrom(from).includes('publish'))", "if (from === 'rejected')"],
  ),
  onServer(
    'A filter with another count than was shown changes nothing',
    ['crud/bulkUpdate', 'crud/bulkDelete'],
    ['src/server/crud/bulk.ts', 'if (found.length === expectedCount) return found', 'return found'],
  ),
  onServer(
    'An import goes on past a row that fails',
    ['crud/import', 'crud/importRows'],
    ['src/server/crud/import.ts', 'await tx.attempt(() => addRow(', 'await (async (work) => work())(() => addRow('],
  ),
  onServer(
    'A dry run keeps nothing',
    ['crud/import', 'crud/importRows'],
    [
      'src/server/crud/import.ts',
      'throw undoing\n    })\n    .catch',
      'if (answers.length === 0) throw undoing\n    })\n    .catch',
    ],
  ),
  onServer(
    'Undo: a row comes back once',
    ['crud/restore'],
    ['src/server/crud/restore.ts', 'if (there !== null) return there\n', ''],
  ),
  onServer(
    'Undo: not after its time',
    ['crud/restore'],
    ['src/server/crud/restore.ts', 'if (!deletion.fresh)', 'if (deletion === undefined)'],
  ),
  onServer(
    'Audit: a change is in the log',
    ['crud/write'],
    [
      'src/server/crud/write.ts',
      "await audit(tx, { ...actor, action: 'updated', subject: resource.name, subjectId: id, before, after })",
      '',
    ],
  ),
  onServer(
    'Readings: a batch has a most',
    ['telemetry/batch', 'telemetry/ingest'],
    ['src/server/telemetry/batch.ts', 'if (datapoints.length > BATCH_MAX)', 'if (datapoints.length > 10 * BATCH_MAX)'],
  ),
  onServer(
    'Readings: one dated ahead is refused',
    ['telemetry/batch', 'telemetry/ingest'],
    [
      'src/server/telemetry/batch.ts',
      'readReading(input, { now, oldest, momentOf })',
      'readReading(input, { now: now + 86_400_000, oldest, momentOf })',
    ],
  ),
]
