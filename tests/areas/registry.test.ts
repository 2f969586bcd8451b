import { describe, expect, it } from 'vitest'
import { adminAreas, everyArea, otherAreas } from '../../src/areas'
import { resources } from '../../src/contract'
import { declaration as gatewayFirmwares } from '../../src/areas/gatewayFirmwares/declaration'
import { declaration as gatewayHardwares } from '../../src/areas/gatewayHardwares'
import { declaration as gateways } from '../../src/areas/gateways'
import { declaration as humidityGroups } from '../../src/areas/humidityGroups'
import { declaration as lightGroups } from '../../src/areas/lightGroups'
import { declaration as plantRequests } from '../../src/areas/plantRequests/declaration'
import { declaration as plants } from '../../src/areas/plants/declaration'
import { declaration as sensors } from '../../src/areas/sensors/declaration'
import { declaration as temperatureGroups } from '../../src/areas/temperatureGroups'
import { kindOf } from '../../src/crud/model/fieldKind'
import { fieldNames } from '../../src/crud/form/values'
import { hasControl } from '../../src/crud/list/filters'

describe('the areas', () => {
  it('begin with the nine specified ones, in order and by their words', () => {
    // Areas that this project adds come after them.
    expect(adminAreas.slice(0, 9).map(({ slug, title }) => `${title}: /pages/${slug}`)).toEqual([
      'Gateways: /pages/gateways',
      'Sensors: /pages/sensors',
      'Plants: /pages/plants',
      'Plant Requests: /pages/plant-requests',
      'Humidity Groups: /pages/humidity-groups',
      'Temperature Groups: /pages/temperature-groups',
      'Light Groups: /pages/light-groups',
      'Gateway Hardwares: /pages/gateway-hardwares',
      'Gateway Firmwares: /pages/gateway-firmwares',
    ])
  })

  it('beside those in the menu are users, alerts and rollouts', () => {
    expect(otherAreas.map(({ slug, title }) => `${title}: /pages/${slug}`)).toEqual([
      'Users: /pages/users',
      'Alerts: /pages/alerts',
      'Alert Rules: /pages/alert-rules',
      'Rollouts: /pages/rollouts',
      'Notification Channels: /pages/notification-channels',
    ])
  })

  it('bring one component a screen, however often it is loaded', async () => {
    const [first] = adminAreas
    const one = await first?.screens.list()
    expect(await first?.screens.list()).toBe(one)
  })

  it.each([
    ['gateways', gateways],
    ['sensors', sensors],
    ['plants', plants],
    ['humidity groups', humidityGroups],
    ['temperature groups', temperatureGroups],
    ['light groups', lightGroups],
    ['gateway hardwares', gatewayHardwares],
    ['gateway firmwares', gatewayFirmwares],
  ])('declare for %s every filter and an input for every field of the contract', (_name, area) => {
    const { list, draft, row } = area.resource
    expect(area.filters.map(({ name }) => name).toSorted()).toEqual(Object.keys(list.filter).toSorted())
    expect(fieldNames(area).toSorted()).toEqual(Object.keys(draft.fields).toSorted())
    expect(area.filters.filter((filter) => !hasControl(area.resource, filter) && filter.quiet !== true)).toEqual([])
    for (const { items } of area.sections) for (const { key } of items) expect(kindOf(row, key).label).not.toBe(key)
  })

  it('declare for plant requests a control for every filter, and an input for every field that no move sets', () => {
    const { list, draft, row } = plantRequests.resource
    const moved = ['status', 'rejectionReason', 'rejectionNote', 'duplicateOfPlantId']
    const expected = Object.keys(draft.fields).filter((name) => !moved.includes(name))
    expect(plantRequests.filters.map(({ name }) => name).toSorted()).toEqual(Object.keys(list.filter).toSorted())
    expect([...new Set(fieldNames(plantRequests))].toSorted()).toEqual(expected.toSorted())
    const parts = plantRequests.form.flatMap(({ fields }) => fields.flatMap(({ only = [] }) => only))
    expect(parts.toSorted()).toEqual(Object.keys(kindOf(draft, 'draft').inner?.fields ?? {}).toSorted())
    for (const { items } of plantRequests.sections) for (const { key } of items) expect(kindOf(row, key).label).not.toBe(key)
  })

  it('show the effect of a change exactly where the contract previews it', async () => {
    const declared = await Promise.all(everyArea.map(async ({ declared }) => declared()))
    const shown = declared.flatMap((area) => (area.Effect === undefined ? [] : [area.resource.name]))
    expect(shown.toSorted()).toEqual(
      resources
        .filter(({ previews }) => previews)
        .map(({ name }) => name)
        .toSorted(),
    )
  })
})
