import {
  BellRing,
  Cpu,
  Droplets,
  HardDriveDownload,
  Inbox,
  Radio,
  Rocket,
  Router,
  Send,
  Siren,
  Sprout,
  Sun,
  Thermometer,
  Users,
} from 'lucide-react'
import type { Area } from '../crud/model/area'
import { standardArea } from '../crud/standardScreens'

/** The areas of the menu's Admin section, in the specified order. */
export const adminAreas: readonly Area[] = [
  standardArea('gateways', 'Gateways', Router, () => import('./gateways')),
  standardArea('sensors', 'Sensors', Radio, () => import('./sensors/declaration')),
  standardArea('plants', 'Plants', Sprout, () => import('./plants/declaration')),
  standardArea('plant-requests', 'Plant Requests', Inbox, () => import('./plantRequests/declaration')),
  standardArea('humidity-groups', 'Humidity Groups', Droplets, () => import('./humidityGroups')),
  standardArea('temperature-groups', 'Temperature Groups', Thermometer, () => import('./temperatureGroups')),
  standardArea('light-groups', 'Light Groups', Sun, () => import('./lightGroups')),
  standardArea('gateway-hardwares', 'Gateway Hardwares', Cpu, () => import('./gatewayHardwares')),
  standardArea('gateway-firmwares', 'Gateway Firmwares', HardDriveDownload, () => import('./gatewayFirmwares/declaration')),
]

/** Areas outside the Admin section, whose nine are specified. */
export const otherAreas: readonly Area[] = [
  {
    ...standardArea('users', 'Users', Users, () => import('./users/declaration')),
    pages: {
      invitations: {
        screen: () => import('./users/Invitations'),
        start: async (dispatch) => (await import('./users/invitationApi')).startInvitations(dispatch),
      },
    },
  },
  // “b” for bell, “n” for notify: all letters of these titles are taken.
  { ...standardArea('alerts', 'Alerts', Siren, () => import('./alerts/declaration')), letter: 'b' },
  { ...standardArea('alert-rules', 'Alert Rules', BellRing, () => import('./alertRules/declaration')), letter: 'n' },
  standardArea('rollouts', 'Rollouts', Rocket, () => import('./rollouts/declaration')),
  standardArea('notification-channels', 'Notification Channels', Send, () => import('./notificationChannels/declaration')),
]

/** Routes and search iterate over all areas. */
export const everyArea: readonly Area[] = [...adminAreas, ...otherAreas]
