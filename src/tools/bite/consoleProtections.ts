// Protections of the console that `npm run test:bite` removes, one at a time, and the tests of `npm test` that must notice.
import { protection, type Change, type Protection } from './protection'

const inConsole = (name: string, noticed: readonly string[], ...changes: readonly Change[]): Protection => ({
  ...protection(
    name,
    noticed.map((file) => `tests/${file}`),
    ...changes,
  ),
  projects: ['console'],
})

export const protections: readonly Protection[] = [
  inConsole(
    'Draft: what was typed is kept when the page is left',
    ['crud/form/drafts'],
    ['src/crud/model/drafts.ts', 'store.set(DRAFTS_KEY, JSON', 'JSON.stringify(JSON'],
  ),
  inConsole(
    'Draft: it is offered to who typed it alone',
    ['crud/form/drafts', 'crud/model/drafts'],
    ['src/crud/model/drafts.ts', 'JSON.stringify([owner, slug, form])', 'JSON.stringify([slug, form])'],
  ),
  inConsole(
    'A click acts only in the row on which it was pressed',
    ['crud/list/rows'],
    ['src/crud/list/usePressedRow.ts', 'event.detail === 0 ||', 'event.detail >= 0 ||'],
  ),
  inConsole(
    'A call sent twice carries one key',
    ['crud/network', 'crud/form/form', 'crud/bulk/bulkEdit', 'crud/removal/undo'],
    ['src/crud/model/callKeys.ts', 'if (last.body !== text) last =', 'last ='],
  ),
  inConsole(
    'The difference: my change stands unless I say otherwise',
    ['crud/form/form', 'crud/form/difference'],
    ['src/crud/form/difference.ts', "same(before, my) ? 'theirs' : 'mine'", "'theirs'"],
  ),
  inConsole(
    'An assignment of a firmware that is sent again carries its key',
    ['areas/gatewayFirmwares'],
    ['src/areas/gatewayFirmwares/firmwareApi.ts', 'idempotencyKey: key,', ''],
  ),
  inConsole(
    'A publication of several requests that is sent again carries its key',
    ['areas/plantRequestMany'],
    ['src/areas/plantRequests/requestApi.ts', 'idempotencyKey: key,', ''],
  ),
  inConsole(
    'A move of many alerts that is sent again carries its key',
    ['areas/alerts'],
    ['src/telemetry/alerts/alertsApi.ts', 'idempotencyKey: key,', ''],
  ),
  inConsole(
    'A form that was changed asks before it is left',
    ['crud/form/form'],
    ['src/crud/form/FormWatch.tsx', 'useLeaveGuard(isUnsaved)', 'useLeaveGuard(false)'],
  ),
  inConsole(
    'A dialog asks before what was typed in it is lost',
    ['areas/typedDialogs'],
    ['src/ui/overlay/Dialog.tsx', 'asks && (unsaved || holders > 0)', 'asks && unsaved'],
  ),
  inConsole(
    'A page asks before it is left during an upload',
    ['areas/gatewayFirmwareFile'],
    ['src/areas/gatewayFirmwares/useUpload.ts', "!flow[0].hasTag('canChoose')", 'false'],
  ),
  inConsole(
    'Undo of a deletion brings the row back',
    ['crud/removal/undo'],
    ['src/crud/bulk/useUndo.ts', 'show({ message, action: undo })', 'show({ message })'],
  ),
  inConsole(
    'Undo of many: what the server refuses is told',
    ['crud/removal/undo'],
    ['src/crud/bulk/useUndo.ts', 'refused.push(...data.failed)', ''],
  ),
  inConsole(
    'The browser asks before the tab is closed during work that a toast tells of',
    ['ui/overlay/Toaster'],
    ['src/ui/overlay/Toaster.tsx', 'if (!isUnderWay) return undefined', 'if (log) return undefined'],
  ),
  inConsole(
    'Rows whose outcome is not known are read again and no longer selected',
    ['crud/bulk/repeated'],
    ['src/crud/bulk/useManyRows.ts', 'if (result.unknown > 0) onDone(', 'if (result.unknown < 0) onDone('],
  ),
  inConsole(
    'A filter that is not understood is dropped with a notice',
    ['crud/list/list'],
    ['src/crud/list/address.ts', 'setDropped(faults)', 'setDropped([])'],
  ),
  inConsole(
    'CSV: a text that begins like a formula is guarded',
    ['crud/model/csv', 'crud/export/export'],
    ['src/crud/model/csv.ts', 'text: guarded }', 'text: String }'],
  ),
]
