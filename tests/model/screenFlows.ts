import type { Flow } from './flow'
import { importFlow } from './imports'
import type { Screen, Setting } from './screen'
import { uploadFlow } from './uploads'

/** A machine whose tours are played on a screen. */
export interface ScreenFlow {
  readonly flow: Flow<Screen>
  readonly setting: Setting
  /** Its screen; of an upload, that of the firmware with this id. */
  path(firmwareId: string): string
  /** What leads from there to where the machine runs. */
  begin(screen: Screen): Promise<void>
}

/** Machines with tours on screens; those of the others are played as bare actors alone. */
export const screenFlows: readonly ScreenFlow[] = [
  {
    flow: importFlow,
    setting: { machine: 'import', held: /\/api\/v1\/humidity_groups\/import/, content: 'name' },
    path: () => '/pages/humidity-groups',
    begin: (screen) => screen.press('Import'),
  },
  {
    flow: uploadFlow,
    setting: { machine: 'upload', held: /\/api\/v1\/gateway_firmwares\/[^/]+\/file/, content: 'leaf' },
    path: (firmwareId) => `/pages/gateway-firmwares/${firmwareId}`,
    begin: () => Promise.resolve(),
  },
]
