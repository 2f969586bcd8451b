import type { Delivery } from '../../contract/channelCalls'
import type { WebhookPreset } from '../../contract/notificationChannels'
import { wordsOf } from '../../crud/model/words'
import { Status, type StatusTone } from '../../ui/text/Status'

/** The format of a webhook's body. */
export const presetWords: Readonly<Record<WebhookPreset, string>> = {
  generic: 'JSON',
  slack: 'Slack, Mattermost and similar',
  teams: 'Microsoft Teams',
  ntfy: 'ntfy',
}

const tones: Readonly<Record<Delivery['status'], StatusTone>> = { waiting: 'warning', sent: 'good', failed: 'critical' }

export function DeliveryStatus({ status }: Pick<Delivery, 'status'>) {
  return <Status tone={tones[status]}>{wordsOf(status)}</Status>
}
