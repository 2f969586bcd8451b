import { describe, expect, it } from 'vitest'
import { declaration as alertRules } from '../../../src/areas/alertRules/declaration'
import { declaration as gatewayHardwares } from '../../../src/areas/gatewayHardwares'
import { declaration as gateways } from '../../../src/areas/gateways'
import { declaration as notificationChannels } from '../../../src/areas/notificationChannels/declaration'
import { declaration as plantRequests } from '../../../src/areas/plantRequests/declaration'
import { declaration as plants } from '../../../src/areas/plants/declaration'
import { changesOf } from '../../../src/crud/history/changes'

describe('the changes of an entry', () => {
  it.each([
    ['status', 'eol', 'End of life', gatewayHardwares],
    ['readingsFrom', 'all', 'All sensors', gateways],
    ['toxicity', 'none', 'Not toxic', plants],
    ['toxicity', 'high', 'High', plants],
    ['rejectionReason', 'insufficient_data', 'Not enough information', plantRequests],
    ['kind', 'battery_low', 'A sensor’s battery is low', alertRules],
    ['metric', 'dli', 'Daily light integral', alertRules],
    ['metric', 'soil_ec', 'Soil EC', alertRules],
    ['preset', 'generic', 'JSON', notificationChannels],
  ] as const)('name a choice as the area does: %s %s is “%s”', (field, to, words, area) => {
    expect(changesOf(area, { changes: [{ field, from: null, to }] })).toMatchObject([{ from: null, to: words }])
  })

  it('name a choice within an object as the area does', () => {
    const changes = [{ field: 'draft', from: { toxicity: 'low' }, to: { toxicity: 'none' } }]
    expect(changesOf(plantRequests, { changes })).toMatchObject([{ from: 'Low', to: 'Not toxic' }])
  })
})
