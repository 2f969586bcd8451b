import { humidityGroups, type HumidityGroup } from '../contract/humidityGroups'
import { declare } from '../crud/model/declaration'
import { RangeText, scales } from '../telemetry/RangeText'
import { usageBy } from '../telemetry/usage'
import { unusualBetween } from '../telemetry/warnings'

function SoilMoisture({ row, dense = false }: { readonly row: HumidityGroup; readonly dense?: boolean }) {
  return <RangeText scale={scales.moisture} range={[row.soilMoistureMin, row.soilMoistureMax]} dense={dense} />
}

function AirHumidity({ row, dense = false }: { readonly row: HumidityGroup; readonly dense?: boolean }) {
  return <RangeText scale={scales.humidity} range={[row.airHumidityMin, row.airHumidityMax]} dense={dense} />
}

const usage = usageBy<HumidityGroup>('humidityGroupId')

/** Humidity groups: ranges of soil moisture and air humidity for plants. */
export const declaration = declare({
  resource: humidityGroups,
  columns: [
    { key: 'name', title: 'Name' },
    {
      key: 'soilMoistureMin',
      also: ['soilMoistureMax'],
      title: 'Soil moisture',
      width: 12.5,
      cell: (row) => <SoilMoisture row={row} dense />,
    },
    {
      key: 'airHumidityMin',
      also: ['airHumidityMax'],
      title: 'Air humidity',
      width: 12.5,
      cell: (row) => <AirHumidity row={row} dense />,
    },
    ...usage.columns,
  ],
  filters: [],
  sections: [
    {
      title: 'Ranges',
      items: [
        { key: 'soilMoistureMin', label: 'Soil moisture', wide: true, value: (row) => <SoilMoisture row={row} /> },
        { key: 'airHumidityMin', label: 'Air humidity', wide: true, value: (row) => <AirHumidity row={row} /> },
      ],
    },
    usage.section,
  ],
  form: [
    { title: 'Humidity group', fields: [{ name: 'name' }] },
    {
      title: 'Soil moisture',
      hint: 'Leave both empty when only the air matters.',
      fields: [
        { name: 'soilMoistureMin', warn: unusualBetween(0, 4, 'Few plants tolerate soil this dry.') },
        { name: 'soilMoistureMax', warn: unusualBetween(85, 100, 'Most roots rot in soil this wet.') },
      ],
    },
    {
      title: 'Air humidity',
      hint: 'Leave both empty when only the soil matters.',
      fields: [
        { name: 'airHumidityMin', warn: unusualBetween(0, 14, 'Few plants tolerate air this dry.') },
        { name: 'airHumidityMax', warn: unusualBetween(96, 100, 'Air this damp brings mould.') },
      ],
    },
  ],
  blank: {},
  example: { name: 'Tropical', soilMoistureMin: 20, soilMoistureMax: 60, airHumidityMin: 50, airHumidityMax: 80 },
  ...usage.slots,
})
