import { describe, expect, it } from 'vitest'
import { everyArea } from '../../../src/areas'
import { exportRows } from '../../../src/crud/export/exportRows'

describe('the file of what is on screen', () => {
  it.each([
    ['sensors', 'batteryPct,externalPower,batteryLow'],
    ['gateways', 'firmwareStatus,reportedVersion,firmwareUpdate'],
    ['gateway-hardwares', 'operatingMinC,operatingMaxC'],
    ['gateway-firmwares', 'channel,latest'],
    ['rollouts', 'status,awaitsApproval'],
    ['alerts', 'status,snoozed'],
    ['alert-rules', 'kind,metric,forS'],
    ['alert-rules', 'active,silencedUntil'],
  ])('of %s has all that a cell shows: %s', async (slug, fields) => {
    const area = await everyArea.find((each) => each.slug === slug)?.declared()
    const file = area && exportRows(area, [{ id: '1', version: 1 }], { columns: 'visible', format: 'csv' })
    expect(await file?.text()).toContain(`,${fields},`)
  })
})
