import { assignFlow } from './assigns'
import { EVENTS_PATH } from '../../src/contract/constants'
import { exportFlow } from './exports'
import { factorFlow } from './factors'
import type { Flow } from './flow'
import { importFlow } from './imports'
import { liveFlow } from './lives'
import type { LiveScreen } from './liveScreen'
import { manyRowsFlow } from './manyRows'
import { removalFlow } from './removals'
import { saveFlow } from './saves'
import type { Screen, Setting } from './screen'
import { uploadFlow } from './uploads'

/**
 * The rows before a tour: a firmware without a file, a released one with one gateway of its hardware, two humidity groups whose names begin
 * with this word, and one that the screen does not know, so that it reads its name when the server refuses to change it.
 */
export interface FlowRows {
  readonly firmwareId: string
  readonly releasedId: string
  readonly groupId: string
  readonly word: string
}

/** A machine whose tours run on a screen. `System`: drives the screen. */
export interface ScreenFlow<System> {
  readonly flow: Flow<System>
  readonly setting: Setting
  /** The address of its screen. */
  path(rows: FlowRows): string
  /** The steps from there to where the machine runs. */
  begin(screen: System): Promise<void>
}

/** The list of the two groups, of which it shows one on a page. */
const groupsOf = ({ word }: FlowRows) => `/pages/humidity-groups?q=${encodeURIComponent(word)}&pageSize=1`

/** Machines with tours on screens; those of the others run only as bare actors. */
export const screenFlows: readonly ScreenFlow<Screen>[] = [
  {
    flow: importFlow,
    setting: { machine: 'import', held: /\/api\/v1\/humidity_groups\/import/, content: 'name' },
    path: () => '/pages/humidity-groups',
    begin: (screen) => screen.press('Import'),
  },
  {
    flow: uploadFlow,
    setting: { machine: 'upload', held: /\/api\/v1\/gateway_firmwares\/[^/]+\/file/, content: 'leaf' },
    path: ({ firmwareId }) => `/pages/gateway-firmwares/${firmwareId}`,
    begin: () => Promise.resolve(),
  },
  {
    flow: assignFlow,
    setting: { machine: 'assign', held: /\/api\/v1\/gateway_firmwares\/[^/]+\/assign/, content: '' },
    path: ({ releasedId }) => `/pages/gateway-firmwares/${releasedId}`,
    begin: (screen) => screen.press('Assign'),
  },
  {
    flow: manyRowsFlow,
    // The machine's own calls, the list that is counted again, and the row whose name is read.
    setting: {
      machine: 'manyRows',
      held: /\/api\/v1\/humidity_groups(\/bulk_delete|\?.*pageSize=6\b|\/[\da-f]{8}-)/,
      content: '',
    },
    path: groupsOf,
    async begin(screen) {
      await screen.tick('Select all on this page')
      await screen.press('Select all 2 humidity groups that match')
      await screen.press('Delete')
    },
  },
  {
    flow: removalFlow,
    setting: { machine: 'removal', held: /\/api\/v1\/humidity_groups\/[\da-f]{8}-/, content: '' },
    path: groupsOf,
    async begin(screen) {
      await screen.tick('Select all on this page')
      await screen.press('Delete')
    },
  },
  {
    flow: exportFlow,
    setting: { machine: 'export', held: /\/api\/v1\/humidity_groups\?.*pageSize=200\b/, content: '' },
    path: groupsOf,
    begin: (screen) => screen.press('Export'),
  },
  {
    flow: saveFlow,
    // The preview and the save, not the row that the form starts from.
    setting: { machine: 'save', held: /^(POST|PUT) .*\/api\/v1\/humidity_groups\/[\da-f]{8}-/, content: '' },
    path: ({ groupId }) => `/pages/humidity-groups/${groupId}/edit`,
    begin: () => Promise.resolve(),
  },
  {
    flow: factorFlow,
    setting: { machine: 'factor', held: /\/api\/v1\/account\/factors\/totp/, content: '' },
    path: () => '/pages/account',
    begin: (screen) => screen.press('Set up an app'),
  },
]

/** The live connection, which runs on every page. */
export const liveScreenFlow: ScreenFlow<LiveScreen> = {
  flow: liveFlow,
  setting: { machine: 'live', held: new RegExp(EVENTS_PATH), content: '' },
  path: () => '/pages/humidity-groups',
  begin: () => Promise.resolve(),
}
