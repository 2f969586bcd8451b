import { temperatureGroups, type TemperatureGroup } from '../contract/temperatureGroups'
import { declare } from '../crud/model/declaration'
import { RangeText, scales } from '../telemetry/RangeText'
import { usageBy } from '../telemetry/usage'
import { unusualBetween } from '../telemetry/warnings'

function Temperature({ row, dense = false }: { readonly row: TemperatureGroup; readonly dense?: boolean }) {
  return <RangeText scale={scales.degrees} range={[row.minC, row.maxC]} ideal={[row.idealMinC, row.idealMaxC]} dense={dense} />
}

const usage = usageBy<TemperatureGroup>('temperatureGroupId')

/** Temperature groups: ranges of air temperature for plants. */
export const declaration = declare({
  resource: temperatureGroups,
  columns: [
    { key: 'name', title: 'Name' },
    {
      key: 'minC',
      also: ['maxC', 'idealMinC', 'idealMaxC'],
      title: 'Temperature',
      width: 17,
      cell: (row) => <Temperature row={row} dense />,
    },
    ...usage.columns,
  ],
  filters: [],
  sections: [
    {
      title: 'Range',
      items: [{ key: 'minC', label: 'Temperature', wide: true, value: (row) => <Temperature row={row} /> }],
    },
    usage.section,
  ],
  form: [
    { title: 'Temperature group', fields: [{ name: 'name' }] },
    {
      title: 'Tolerated air temperature',
      fields: [
        { name: 'minC', warn: unusualBetween(-50, -1, 'Below freezing: for hardy plants only.') },
        { name: 'maxC', warn: unusualBetween(46, 60, 'Few plants tolerate this heat.') },
      ],
    },
    {
      title: 'Ideal air temperature',
      hint: 'Within the range above; leave both empty when it is not known.',
      fields: [{ name: 'idealMinC' }, { name: 'idealMaxC' }],
    },
  ],
  blank: {},
  example: { name: 'Warm house', minC: 10, maxC: 32, idealMinC: 18, idealMaxC: 26 },
  ...usage.slots,
})
