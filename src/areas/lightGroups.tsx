import { lightGroups, type LightGroup } from '../contract/lightGroups'
import { declare } from '../crud/model/declaration'
import { RangeText, scales } from '../telemetry/RangeText'
import { usageBy } from '../telemetry/usage'
import { unusualBetween } from '../telemetry/warnings'

function DailyLight({ row, dense = false }: { readonly row: LightGroup; readonly dense?: boolean }) {
  return <RangeText scale={scales.dli} range={[row.dliMin, row.dliMax]} dense={dense} />
}

function Illuminance({ row, dense = false }: { readonly row: LightGroup; readonly dense?: boolean }) {
  return <RangeText scale={scales.lux} range={[row.luxMin, row.luxMax]} dense={dense} />
}

const usage = usageBy<LightGroup>('lightGroupId')

/** Light groups: ranges of light for plants, per day and at a moment. */
export const declaration = declare({
  resource: lightGroups,
  columns: [
    { key: 'name', title: 'Name', width: 11.5 },
    { key: 'exposure', title: 'Exposure', width: 7.5 },
    { key: 'dliMin', also: ['dliMax'], title: 'Daily light', width: 14, cell: (row) => <DailyLight row={row} dense /> },
    { key: 'luxMin', also: ['luxMax'], title: 'Illuminance', width: 14.5, cell: (row) => <Illuminance row={row} dense /> },
    ...usage.columns,
  ],
  filters: [{ name: 'exposure', title: 'Exposure' }],
  sections: [
    {
      title: 'Light',
      items: [
        { key: 'exposure' },
        { key: 'dliMin', label: 'Daily light (DLI)', wide: true, value: (row) => <DailyLight row={row} /> },
        { key: 'luxMin', label: 'Daytime illuminance', wide: true, value: (row) => <Illuminance row={row} /> },
      ],
    },
    usage.section,
  ],
  form: [
    { title: 'Light group', fields: [{ name: 'name' }, { name: 'exposure' }] },
    {
      title: 'Daily light',
      hint: 'The daily light integral (DLI), which readings are compared with. Leave both empty when it is not known.',
      fields: [
        { name: 'dliMin', warn: unusualBetween(30, 65, 'More than most greenhouses get without lamps.') },
        { name: 'dliMax', warn: unusualBetween(0, 1, 'Few plants live on so little light.') },
      ],
    },
    {
      title: 'Daytime illuminance',
      hint: 'For spot measurements. Leave both empty when it is not known.',
      fields: [
        { name: 'luxMin', warn: unusualBetween(50_001, 200_000, 'Only direct sun is this bright.') },
        { name: 'luxMax', warn: unusualBetween(120_001, 200_000, 'Brighter than the sun at noon.') },
      ],
    },
  ],
  blank: {},
  example: { name: 'Bright shade', exposure: 'part_shade', dliMin: 4, dliMax: 8, luxMin: 5000, luxMax: 20_000 },
  ...usage.slots,
})
