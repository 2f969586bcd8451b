import { temperatureGroups, type TemperatureGroup } from '../contract/temperatureGroups'
import { CountLink } from '../crud/CountLink'
import { declare } from '../crud/declaration'
import { RangeText } from '../crud/RangeText'
import { usageConsequence, usageWords } from '../crud/usage'
import { unusualBetween } from '../crud/warnings'
import type { Scale } from '../ui/RangeBand'

/** Where plants live; the few that go beyond are drawn up to its ends. */
const scale: Scale = { from: -20, to: 50, unit: '°C', marks: [-20, -10, 0, 10, 20, 30, 40, 50] }

function Temperature({ row, dense = false }: { readonly row: TemperatureGroup; readonly dense?: boolean }) {
  return <RangeText scale={scale} range={[row.minC, row.maxC]} ideal={[row.idealMinC, row.idealMaxC]} dense={dense} />
}

function Plants({ row }: { readonly row: TemperatureGroup }) {
  return <CountLink count={row.plantsCount} slug="plants" filter={{ temperatureGroupId: row.id }} />
}

function Sensors({ row }: { readonly row: TemperatureGroup }) {
  return <CountLink count={row.sensorsCount} slug="sensors" filter={{ temperatureGroupId: row.id }} />
}

/** Temperature groups: how warm plants want it. */
export const declaration = declare({
  resource: temperatureGroups,
  columns: [
    { key: 'name', title: 'Name' },
    {
      key: 'minC',
      also: ['maxC', 'idealMinC', 'idealMaxC'],
      title: 'Temperature',
      cell: (row) => <Temperature row={row} dense />,
    },
    { key: 'plantsCount', title: 'Plants', numeric: true, cell: (row) => <Plants row={row} /> },
    { key: 'sensorsCount', title: 'Sensors', numeric: true, cell: (row) => <Sensors row={row} /> },
  ],
  filters: [],
  Summary: ({ row }) => usageWords(row),
  sections: [
    {
      title: 'Range',
      items: [{ key: 'minC', label: 'Temperature', wide: true, value: (row) => <Temperature row={row} /> }],
    },
    {
      title: 'Used by',
      items: [
        { key: 'plantsCount', value: (row) => <Plants row={row} /> },
        { key: 'sensorsCount', label: 'Sensors at these plants', value: (row) => <Sensors row={row} /> },
      ],
    },
  ],
  form: [
    { title: 'Temperature group', fields: [{ name: 'name' }] },
    {
      title: 'What plants bear',
      hint: 'Of the air.',
      fields: [
        { name: 'minC', warn: unusualBetween(-50, -1, 'Below freezing: for hardy plants only.') },
        { name: 'maxC', warn: unusualBetween(46, 60, 'Few plants bear this heat.') },
      ],
    },
    {
      title: 'What suits them best',
      hint: 'Within the range above; leave both empty when it is not known.',
      fields: [{ name: 'idealMinC' }, { name: 'idealMaxC' }],
    },
  ],
  blank: {},
  removal: { typed: false, consequence: (rows) => usageConsequence(rows) },
})
