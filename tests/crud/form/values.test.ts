import { describe, expect, it } from 'vitest'
import { gateways } from '../../../src/contract/gateways'
import { plants } from '../../../src/contract/plants'
import { sensors } from '../../../src/contract/sensors'
import { declaration as ruleArea } from '../../../src/areas/alertRules/declaration'
import { declaration as hardwareArea } from '../../../src/areas/gatewayHardwares'
import { declaration } from '../../../src/areas/gateways'
import { declaration as channelArea } from '../../../src/areas/notificationChannels/declaration'
import { declaration as plantArea } from '../../../src/areas/plants/declaration'
import { kindOf } from '../../../src/crud/model/fieldKind'
import {
  applicableValues,
  blankValues,
  cloneValues,
  draftErrors,
  draftOf,
  fieldNames,
  rowValues,
} from '../../../src/crud/form/values'

const row = {
  id: 'g1',
  version: 2,
  name: 'Attic',
  eui: '70B3D57ED0001A2F',
  serialNumber: 'SN-1',
  description: null,
  hardwareId: '01890000-0000-7000-8000-000000000001',
  targetFirmwareId: null,
  updateChannel: 'stable',
  reportingIntervalS: 30,
  readingsFrom: 'all',
  latitude: 52.5,
  longitude: 13.4,
  altitudeM: null,
  tags: ['roof'],
  state: 'online',
}

describe('kindOf', () => {
  it('reads the contract’s description of a field', () => {
    expect(kindOf(gateways.draft, 'reportingIntervalS')).toMatchObject({ type: 'number', unit: 's', whole: true, required: true })
    expect(kindOf(gateways.draft, 'description')).toMatchObject({ type: 'lines', required: false, label: 'Description' })
    expect(kindOf(gateways.draft, 'hardwareId').target?.name).toBe('GatewayHardware')
    expect(kindOf(gateways.draft, 'updateChannel')).toMatchObject({ type: 'choice', choices: ['stable', 'beta', 'alpha'] })
    expect(kindOf(gateways.draft, 'tags').type).toBe('words')
    expect(kindOf(sensors.draft, 'externalPower').type).toBe('flag')
    expect(kindOf(gateways.row, 'lastSeenAt').moment).toBe(true)
  })
})

describe('the form’s values', () => {
  it('cover every field of the draft, so that a form leaves nothing out', () => {
    expect(fieldNames(declaration).toSorted()).toEqual(Object.keys(gateways.draft.fields).toSorted())
  })

  it('begin empty except for the area’s defaults', () => {
    expect(blankValues(declaration)).toMatchObject({
      name: '',
      tags: [],
      hardwareId: null,
      latitude: null,
      reportingIntervalS: 30,
    })
  })

  it('are sent back as the row had them when nothing was typed', () => {
    expect(draftOf(rowValues(declaration, row))).toEqual(
      Object.fromEntries(
        Object.keys(gateways.draft.fields).map((name) => [name, Object.entries(row).find(([key]) => key === name)?.[1]]),
      ),
    )
  })

  it('keep the former value of a field that does not apply, whatever was typed there', () => {
    const values = { kind: 'mail', url: 'no address' }
    expect(applicableValues(channelArea, values, { url: 'https://hooks.example.com' })).toMatchObject({
      kind: 'mail',
      url: 'https://hooks.example.com',
    })
  })

  it('keep the former value of a field that may no longer change, whatever was typed there', () => {
    const area = { ...channelArea, changeable: () => ['name'] }
    const base = { name: 'Mail', kind: 'mail' }
    expect(applicableValues(area, { name: 'Post', kind: 'webhook' }, base, row)).toEqual({ name: 'Post', kind: 'mail' })
  })

  it('are empty in a field that is hidden because it was emptied', () => {
    const values = { kind: 'gateway_offline', plantIds: [] }
    expect(applicableValues(ruleArea, values, { kind: 'sensor_offline', plantIds: ['a plant'] })).toMatchObject(values)
  })

  it('leave unique fields empty when a row is cloned', () => {
    expect(cloneValues(declaration, row)).toMatchObject({
      name: '',
      eui: '',
      serialNumber: '',
      tags: ['roof'],
      reportingIntervalS: 30,
    })
  })

  it.each([
    ['the last field', { revision: 'B' }, { vendor: 'Acme', model: 'GW 1', revision: '' }],
    ['the last one with a value', { revision: null }, { vendor: 'Acme', model: '', revision: '' }],
  ])('leave %s of a unique combination empty when a row is cloned', (_field, changes, values) => {
    const hardware = { ...row, vendor: 'Acme', model: 'GW 1', ...changes }
    expect(cloneValues(hardwareArea, hardware)).toMatchObject(values)
  })
})

describe('fields that hold objects', () => {
  const plant = { ...row, scientificName: 'Hoya', commonNames: [{ lang: 'en', name: 'Wax plant' }], care: { watering: null } }

  it('are a list of one shape, or the parts of one', () => {
    const names = kindOf(plants.draft, 'commonNames')
    expect([names.type, Object.keys(names.inner?.fields ?? {})]).toEqual(['list', ['lang', 'name']])
    expect(kindOf(plants.draft, 'care')).toMatchObject({ type: 'parts', label: 'Care' })
  })

  it('contain every part, and are sent with null for the empty ones', () => {
    const held = rowValues(plantArea, plant)
    expect(held).toMatchObject({ commonNames: [{ lang: 'en', name: 'Wax plant' }], care: { watering: '', soil: '' } })
    expect(draftOf({ ...held, commonNames: [{ lang: ' en ', name: '' }] })).toMatchObject({
      commonNames: [{ lang: 'en', name: null }],
      care: { watering: null, soil: null },
    })
  })

  it('are refused at the part that is at fault', () => {
    const draft = { scientificName: 'Hoya', status: 'draft', commonNames: [{ lang: 'en', name: null }], care: { soil: 5 } }
    expect(draftErrors(plants.draft, draft)).toEqual({
      'commonNames[0].name': 'Name is required',
      'care.soil': 'Soil must be a text',
    })
  })
})

describe('a field that a backend leaves out of a row', () => {
  it('has the value of a new row in the row’s form', () => {
    const { readingsFrom: _untold, ...rest } = row
    expect(rowValues(declaration, rest)).toMatchObject({ name: 'Attic', readingsFrom: 'assigned', altitudeM: null })
  })
})

describe('draftErrors', () => {
  const errors = (changes: object) => draftErrors(gateways.draft, draftOf({ ...rowValues(declaration, row), ...changes }))

  it('is empty for values that the API accepts, including blanks around text and separators in an EUI', () => {
    expect(errors({ name: '  Attic  ', eui: '70:b3:d5:7e:d0:00:1a:2f' })).toEqual({})
  })

  it('says what is missing in the contract’s words', () => {
    expect(errors({ name: '', hardwareId: null, reportingIntervalS: null })).toEqual({
      name: 'Name is required',
      hardwareId: 'Hardware is required',
      reportingIntervalS: 'Reporting interval is required',
    })
  })

  it('puts a sentence on the field with an invalid value', () => {
    expect(errors({ latitude: 91 })).toHaveProperty('latitude')
    expect(errors({ latitude: 'north' })).toHaveProperty('latitude', 'Latitude must be a number')
    expect(errors({ longitude: null })).toHaveProperty('longitude', 'Enter both latitude and longitude, or neither')
    expect(errors({ eui: '0000000000000000' })).toHaveProperty('eui')
    expect(errors({ tags: ['x'.repeat(31)] })).toHaveProperty('tags')
  })
})
